import CloudKitRecords
import Curation
import Diagnostics

/// How a container stood to a plan, and what became of it.
struct ApplyReport: Report {
  let command = "apply"
  let container, file: String
  let plan: ChangePlan
  let check: ChangeRun.Check
  /// What was written; `nil` where nothing was to be.
  var outcome: ChangeRun.Outcome?

  var asOf: Timestamp? { plan.asOf }

  /// The totals.
  struct Summary: Encodable {
    let container, plan: String
    let dryRun, stopped: Bool
    let changes, done, pending, moved, created, updated, deleted, failed: Int
  }

  /// A change that was not simply made.
  struct Item: Encodable {
    let status, action, recordType, recordName, title: String
    let reason: String?
  }

  var summary: Summary {
    Summary(
      container: container, plan: file, dryRun: outcome == nil, stopped: outcome?.wasStopped ?? false,
      changes: plan.changes.count, done: check.done, pending: check.pending.count, moved: check.moved.count,
      created: outcome?.count(.create) ?? 0, updated: outcome?.count(.update) ?? 0,
      deleted: outcome?.count(.delete) ?? 0, failed: outcome?.failures.count ?? 0)
  }

  var items: [Item] {
    if !check.moved.isEmpty { return check.moved.map { Self.item("moved", $0.change, $0.reason) } }
    guard let outcome else { return check.pending.map { Self.item("pending", $0, nil) } }
    return outcome.failures.map { Self.item("failed", $0.change, $0.error.description) }
  }

  private static func item(_ status: String, _ change: PlannedChange, _ reason: String?) -> Item {
    let record = change.operation.record
    return Item(
      status: status, action: change.operation.kind.rawValue, recordType: record.type,
      recordName: record.name.rawValue, title: change.title, reason: reason)
  }

  /// How the command ends.
  var status: ExitStatus {
    if outcome?.wasStopped == true { return .couldNot }
    return check.moved.isEmpty && outcome?.failures.isEmpty ?? true ? .done : .answerIsNo
  }

  func text(_ style: Style) -> String {
    var text = ""
    let items = items
    for item in items.prefix(100) {
      let word = item.status == "pending" ? item.action : item.status
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
      return "\(container) has moved on since \(file) was made: \(records);"
        + " nothing was written, make the plan anew\n"
    }
    let done = summary.done > 0 ? ", \(summary.done) were done already" : ""
    if outcome == nil { return "\(summary.pending.of("change")) to be made\(done)\ndry run: nothing was written\n" }
    var text = "\(container): \(summary.created) created, \(summary.updated) updated, \(summary.deleted) deleted, "
    text += "\(summary.failed) failed\(done)\n"
    if summary.stopped { text += "stopped before the end; run the same command again to finish\n" }
    return text
  }
}
