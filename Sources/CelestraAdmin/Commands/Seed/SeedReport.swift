import CloudKitRecords
import Curation

/// What a seed run did, or would do.
struct SeedReport: Report {
  let command: String
  let container: String
  let asOf: Timestamp?
  let isDryRun: Bool
  let plan: SeedPlan
  let outcome: SeedRun.Outcome?
  let findings: Findings

  /// What became of the records of a kind.
  struct Totals: Encodable {
    var created = 0
    var updated = 0
    var unchanged = 0
    var duplicate = 0
    var skipped = 0
    var failed = 0

    /// Whether something was, or is to be, written.
    var isIdle: Bool { created == 0 && updated == 0 && failed == 0 }
    /// Whether there is nothing to tell.
    var isEmpty: Bool { isIdle && unchanged == 0 && duplicate == 0 && skipped == 0 }
  }

  /// The totals by kind.
  struct Summary: Encodable {
    let container: String
    let dryRun: Bool
    let stopped: Bool
    let kinds: [String: Totals]
  }

  /// One record that is not simply as it was.
  struct Item: Encodable {
    /// A field that changes.
    struct Change: Encodable {
      let field: String
      let old, new: FieldValueItem?
    }

    let action, kind, title: String
    let recordName, reason, file, path: String?
    let changes: [Change]?
  }

  var summary: Summary {
    let kinds = SeedKind.allCases.map { ($0.plural, totals(of: $0)) }.filter { !$0.1.isEmpty }
    return Summary(
      container: container, dryRun: isDryRun, stopped: outcome?.wasStopped ?? false,
      kinds: Dictionary(uniqueKeysWithValues: kinds))
  }

  var items: [Item] {
    let failures = Dictionary(
      (outcome?.failures ?? []).map { (plan.name(of: $0.step), $0.error.description) },
      uniquingKeysWith: { first, _ in first })
    return plan.steps.compactMap { step in
      var item = (action: "", reason: String?.none, changes: [Item.Change]?.none)
      switch step.action {
      case .create: item.action = "create"
      case .update(let changes, _):
        item.action = "update"
        item.changes = changes.map {
          Item.Change(field: $0.field, old: $0.old.map(FieldValueItem.init), new: $0.new.map(FieldValueItem.init))
        }
      case .unchanged: return nil
      case .duplicate(let title): item = ("duplicate", "the same feed as '\(title)'", nil)
      case .skipped(let reason): item = ("skipped", reason, nil)
      }
      let name = plan.name(of: step)
      if let failure = failures[name] { item = ("failed", failure, item.changes) }
      return Item(
        action: item.action, kind: step.kind.rawValue, title: plan.label(of: step),
        recordName: name?.rawValue, reason: item.reason, file: plan.place(of: step)?.file,
        path: plan.place(of: step)?.path, changes: item.changes)
    }
  }

  private func totals(of kind: SeedKind) -> Totals {
    var totals = Totals()
    for step in plan.steps where step.kind == kind {
      switch step.action {
      case .create: totals.created += 1
      case .update: totals.updated += 1
      case .unchanged: totals.unchanged += 1
      case .duplicate: totals.duplicate += 1
      case .skipped: totals.skipped += 1
      }
    }
    if let outcome {
      let settled = outcome.settled[kind] ?? 0
      totals.created = outcome.created[kind] ?? 0
      totals.updated = outcome.updated[kind] ?? 0
      totals.unchanged += settled
      totals.failed = outcome.failures.count { $0.step.kind == kind }
    }
    return totals
  }

  func text(_ style: Style) -> String {
    let all = SeedKind.allCases.map { (kind: $0, totals: totals(of: $0)) }.filter { !$0.totals.isEmpty }
    var text = isDryRun ? planned(style) : ""
    for failure in (outcome?.failures ?? []).prefix(20) {
      text +=
        style.mark("failed", .bad)
        + "  \(failure.step.kind.rawValue) \(plan.label(of: failure.step)): \(failure.error)\n"
    }
    if all.allSatisfy(\.totals.isIdle) {
      let counts = all.filter { $0.totals.unchanged > 0 }.map { "\($0.totals.unchanged) \($0.kind.plural)" }
      let wanted = counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
      text += "nothing to do: \(container) is as the seed files want it\(wanted)\n"
    }
    var table = TextTable(
      .left(container), .right("created"), .right("updated"), .right("unchanged"), .right("duplicate"),
      .right("skipped"), .right("failed"))
    for (kind, totals) in all {
      table.add(
        kind.plural, String(totals.created), String(totals.updated), String(totals.unchanged),
        String(totals.duplicate), String(totals.skipped), String(totals.failed))
    }
    if !all.isEmpty { text += table.render(style) }
    for kind in plan.unsupported { text += "note: this container's layout has no \(kind.plural); they were skipped\n" }
    if isDryRun { text += "dry run: nothing was written\n" }
    if outcome?.wasStopped == true { text += "stopped before the end; run the same command again to finish\n" }
    return text
  }

  private func planned(_ style: Style) -> String {
    var text = ""
    for item in items {
      let meaning: Style.Meaning = item.action == "create" ? .good : item.action == "update" ? .doubtful : .faint
      text += style.mark(item.action, meaning) + String(repeating: " ", count: max(1, 11 - item.action.count))
      text += "\(item.kind) \(item.title)" + (item.reason.map { ": \($0)" } ?? "") + "\n"
      for change in item.changes ?? [] {
        text += "             \(change.field): \(change.old?.text ?? "(none)") → \(change.new?.text ?? "(none)")\n"
      }
    }
    return text
  }
}
