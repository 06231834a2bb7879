import CloudKitRecords
import Curation
import Diagnostics
import HTMLPage

/// The changes that a seed command applied or, in a dry run, planned.
struct SeedReport: Report {
  let command: String
  let container: String
  let asOf: Timestamp?
  let plan: SeedPlan
  let findings: Findings
  /// Counts and line offsets of each file.
  let sources: [String: SeedSource]
  /// The results of the plan; `nil` if nothing was applied.
  var outcome: ChangeOutcome?
  /// The planned removal of orphans; `nil` without `--prune`.
  var removal: Removal?

  private var isDryRun: Bool { outcome == nil }

  /// The totals by kind and by file. Single files never state all records, so `orphaned` is absent for them.
  var summary: EncodableObject {
    [
      "container": container, "dryRun": isDryRun, "stopped": isStopped,
      "kinds": EncodableObject(totals.map { ($0.kind.plural, $0.totals.item) }), "files": files.map(\.item),
      "orphaned": plan.orphans.isEmpty ? nil : plan.orphans.count, "deleted": removal == nil ? nil : outcome?.deleted,
    ]
  }

  var items: [SeedItem] {
    SeedItem.all(of: plan, outcome, sources) + plan.orphans.map { SeedItem($0, isPruned: removal != nil) }
  }

  func status(isRefused: Bool) -> ExitStatus {
    if isStopped { return .failed }
    let isUnused = files.contains(where: \.isUnused)
    return isRefused || isUnused || outcome?.failed ?? 0 > 0 ? .answerIsNo : .done
  }

  private var isStopped: Bool { outcome?.wasStopped == true }

  private var files: [SeedFileTotals] { SeedFileTotals.all(sources, plan, outcome) }

  private var totals: [(kind: SeedKind, totals: SeedTotals)] { SeedTotals.byKind(plan, outcome) }

  /// Returns the tables of kinds and files that have rows.
  private func tables(titled title: String, _ files: [SeedFileTotals]) -> [ReportTable] {
    let results = SeedTotals.Result.allCases
    let kinds = ReportTable(
      [title] + results.map { ">" + $0.rawValue },
      totals.map { kind, totals in [kind.plural] + results.map { "\(totals[$0])" } })
    return [kinds, SeedFileTotals.table(files)].filter { !$0.rows.isEmpty }
  }

  func text(_ style: Style) -> String {
    var text = isDryRun ? items.map { $0.text(style) }.joined() : ""
    for failure in (outcome?.failures ?? []).map({ DisplayText.line($0.description) }).prefix(20) {
      text += style.mark("failed", .bad) + "  \(failure)\n"
    }
    let totals = totals
    let files = files
    let unused = files.filter(\.isUnused)
    text += unused.map { "no entry of \($0.file) was used: all were skipped\n" }.joined()
    let isIdle = totals.allSatisfy { $0.totals.changed == 0 } && outcome?.written ?? 0 == 0
    if isIdle, unused.isEmpty, removal?.changes.isEmpty ?? true {
      let counts = totals.filter { $0.totals[.unchanged] > 0 }.map {
        $0.totals[.unchanged].of($0.kind.rawValue, $0.kind.plural)
      }
      let matching = counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
      text += "nothing to do: \(container) already matches the seed files\(matching)\n"
    }
    return text + tables(titled: container, files).map { $0.text(style) }.joined() + remarks.map { $0 + "\n" }.joined()
  }

  func markdown() -> String {
    var text = "### `\(command)` of \(Markdown.escaped(container))\n\n"
    text += tables(titled: "kind", files).map(\.markdown).joined(separator: "\n")
    let listed = items.filter { isDryRun || !["create", "update"].contains($0.action) }
    if !listed.isEmpty {
      text += "\n"
      text += Markdown.table(
        ["action", "kind", "title", "where", "why"],
        rows: listed.prefix(500).map { item in
          [item.action, item.kind, item.title, item.place ?? "", item.reason ?? ""]
        })
      if listed.count > 500 { text += "\n\(listed.count - 500) more not shown; `--format json` lists all.\n" }
    }
    return text + (remarks.isEmpty ? "" : "\n" + remarks.map { "- \(Markdown.escaped($0))\n" }.joined())
  }

  /// Notes printed after the totals.
  private var remarks: [String] {
    var remarks = plan.unsupported.map { "note: this container's layout has no \($0.plural); they were skipped" }
    if removal != nil, !isDryRun {
      for orphan in plan.orphans where orphan.kind == .feed {
        if let reason = orphan.keptBecause { remarks.append("kept feed \(DisplayText.line(orphan.title)): \(reason)") }
      }
    }
    if let removal, isDryRun {
      remarks += removal.stakes.split(separator: "\n").map(String.init)
    } else if let outcome, removal != nil {
      if outcome.deleted > 0 { remarks.append("\(outcome.deleted.of("record")) deleted") }
      if outcome.keptDeletions > 0 {
        remarks.append("not deleted, because the run did not finish: \(outcome.keptDeletions.of("record"))")
      }
    } else if case let count = plan.orphans.count(where: { $0.keptBecause == nil }), count > 0 {
      remarks.append("orphaned: \(count.of("record")) that the seed files do not state; --prune deletes them")
    }
    if isDryRun { remarks.append("dry run: nothing was written") }
    if isStopped { remarks.append("stopped before the end; run the same command again to finish") }
    return remarks
  }
}
