import CloudKitRecords
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

  var summary: EncodableObject {
    [
      "container": container, "plan": file, "dryRun": outcome == nil, "stopped": outcome?.wasStopped ?? false,
      "changes": plan.changes.count, "done": check.done, "pending": check.pending.count,
      "moved": check.conflicts.count, "created": outcome?.created ?? 0, "updated": outcome?.updated ?? 0,
      "deleted": outcome?.deleted ?? 0, "failed": outcome?.failed ?? 0,
    ]
  }

  /// The changes that are pending, conflict or failed.
  var items: [ChangeItem] {
    if !check.conflicts.isEmpty {
      return check.conflicts.map { ChangeItem($0.change, status: "moved", reason: $0.reason) }
    }
    guard let errors = outcome?.errors else {
      return check.pending.map { ChangeItem($0, status: "pending", reason: nil) }
    }
    return check.pending.compactMap { change in
      errors[change.recordName].map { ChangeItem(change, status: "failed", reason: $0.description) }
    }
  }

  var status: ExitStatus { check.conflicts.isEmpty ? outcome?.status ?? .done : .answerIsNo }

  func text(_ style: Style) -> String {
    var text = ""
    let items = items
    for item in items.prefix(100) {
      let isPending = item.reason == nil
      let word = isPending ? item.action : item.status == "moved" ? "conflict" : "failed"
      let mark = style.mark(word, isPending ? .good : .bad)
      text += mark + String(repeating: " ", count: max(1, 9 - word.count))
      text += "\(item.recordType) \(DisplayText.line(item.title))" + (item.reason.map { ": \($0)" } ?? "") + "\n"
    }
    if items.count > 100 { text += "and \(items.count - 100) more; --format json lists all\n" }
    return text + conclusion
  }

  func markdown() -> String {
    var text = "### `apply` of \(Markdown.escaped(file)) to \(Markdown.escaped(container))\n\n"
    if !items.isEmpty {
      text += Markdown.table(
        ["status", "action", "record type", "title", "why"],
        rows: items.prefix(500).map { [$0.status ?? "", $0.action, $0.recordType, $0.title, $0.reason ?? ""] })
      text += "\n"
    }
    return text + conclusion.split(separator: "\n").map { "- \(Markdown.escaped(String($0)))\n" }.joined()
  }

  private var conclusion: String {
    if !check.conflicts.isEmpty {
      let count = check.conflicts.count
      let records = "\(count.of("record")) \(count == 1 ? "differs" : "differ")"
      return "\(container) has changed since \(file) was written: \(records);"
        + " nothing was written, create the plan again\n"
    }
    let done = check.done > 0 ? ", \(check.done) already applied" : ""
    guard let outcome else {
      return "\(check.pending.count.of("change")) to apply\(done)\ndry run: nothing was written\n"
    }
    return "\(container): \(outcome.created) created, \(outcome.updated) updated, \(outcome.deleted) deleted, "
      + "\(outcome.failed) failed\(done)\n"
      + (outcome.wasStopped ? "stopped before the end; run the command again to finish\n" : "")
  }
}
