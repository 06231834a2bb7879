import CloudKitRecords
import Curation
import Diagnostics

/// A plan compared with a container, and the results of its changes.
struct ApplyReport: Report {
  let command = "apply"
  let container, file: String
  let plan: ChangePlan
  let check: ChangePlanCheck
  /// The results; `nil` if nothing was applied.
  var outcome: ChangeOutcome?

  var asOf: Timestamp? { plan.asOf }

  /// The totals.
  struct Summary: Encodable {
    let container, plan: String
    let dryRun, stopped: Bool
    let changes, done, pending, moved, created, updated, deleted, failed: Int
  }

  /// A change that is pending, conflicts or failed.
  struct Item: Encodable {
    let status, action, recordType, recordName, title: String
    let reason: String?
  }

  var summary: Summary {
    Summary(
      container: container, plan: file, dryRun: outcome == nil, stopped: outcome?.wasStopped ?? false,
      changes: plan.changes.count, done: check.done, pending: check.pending.count, moved: check.conflicts.count,
      created: outcome?.created ?? 0, updated: outcome?.updated ?? 0, deleted: outcome?.deleted ?? 0,
      failed: outcome?.failed ?? 0)
  }

  var items: [Item] {
    if !check.conflicts.isEmpty { return check.conflicts.map { Self.item("moved", $0.change, $0.reason) } }
    guard let outcome else { return check.pending.map { Self.item("pending", $0, nil) } }
    return outcome.failures.map {
      Item(
        status: "failed", action: $0.kind.rawValue, recordType: $0.recordType, recordName: $0.recordName.rawValue,
        title: $0.title, reason: $0.error.description)
    }
  }

  private static func item(_ status: String, _ change: PlannedChange, _ reason: String?) -> Item {
    Item(
      status: status, action: change.operation.kind.rawValue, recordType: change.recordType,
      recordName: change.recordName.rawValue, title: change.title, reason: reason)
  }

  /// The exit status of the command.
  var status: ExitStatus { check.conflicts.isEmpty ? outcome?.status ?? .done : .answerIsNo }

  func text(_ style: Style) -> String {
    var text = ""
    let items = items
    for item in items.prefix(100) {
      let word = item.status == "pending" ? item.action : item.status == "moved" ? "conflict" : item.status
      let mark = style.mark(word, item.status == "pending" ? .good : .bad)
      text += mark + String(repeating: " ", count: max(1, 9 - word.count))
      text += "\(item.recordType) \(DisplayText.line(item.title))" + (item.reason.map { ": \($0)" } ?? "") + "\n"
    }
    if items.count > 100 { text += "and \(items.count - 100) more; --format json has them all\n" }
    return text + conclusion
  }

  func markdown() -> String {
    var text = "### `apply` of \(Markdown.escaped(file)) to \(Markdown.escaped(container))\n\n"
    if !items.isEmpty {
      text += Markdown.table(
        ["status", "action", "record type", "title", "why"],
        rows: items.prefix(500).map { [$0.status, $0.action, $0.recordType, $0.title, $0.reason ?? ""] })
      text += "\n"
    }
    return text + conclusion.split(separator: "\n").map { "- \(Markdown.escaped(String($0)))\n" }.joined()
  }

  private var conclusion: String {
    let summary = summary
    if summary.moved > 0 {
      let records = summary.moved == 1 ? "1 record differs" : "\(summary.moved) records differ"
      return "\(container) has changed since \(file) was written: \(records);"
        + " nothing was written, create the plan again\n"
    }
    let done = summary.done > 0 ? ", \(summary.done) already applied" : ""
    if outcome == nil { return "\(summary.pending.of("change")) to apply\(done)\ndry run: nothing was written\n" }
    var text = "\(container): \(summary.created) created, \(summary.updated) updated, \(summary.deleted) deleted, "
    text += "\(summary.failed) failed\(done)\n"
    if summary.stopped { text += "stopped before the end; run the command again to finish\n" }
    return text
  }
}
