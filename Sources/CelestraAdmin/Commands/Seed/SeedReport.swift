import CloudKitRecords
import Curation
import Diagnostics

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
  /// The results of the removal; `nil` if nothing was removed.
  var removed: ChangeOutcome?

  private var isDryRun: Bool { outcome == nil }

  /// The totals by kind and by file.
  struct Summary: Encodable {
    let container: String
    let dryRun: Bool
    let stopped: Bool
    let kinds: [String: SeedTotals]
    let files: [SeedFileTotals]
    /// Number of records that the seed folders do not state, and number of deleted records. Single files never state
    /// all records, so `orphaned` is absent for them.
    let orphaned, deleted: Int?
  }

  var summary: Summary {
    let kinds = totals.map { ($0.kind.plural, $0.totals) }
    return Summary(
      container: container, dryRun: isDryRun, stopped: isStopped, kinds: Dictionary(uniqueKeysWithValues: kinds),
      files: SeedFileTotals.all(sources, plan, outcome), orphaned: plan.orphans.isEmpty ? nil : plan.orphans.count,
      deleted: removed?.deleted)
  }

  var items: [SeedItem] {
    SeedItem.all(of: plan, outcome, sources) + plan.orphans.map { SeedItem($0, isPruned: removal != nil) }
  }

  /// Returns the exit status of the command.
  func status(isRefused: Bool) -> ExitStatus {
    if isStopped { return .failed }
    return isRefused || results.contains { $0.failed > 0 } ? .answerIsNo : .done
  }

  private var results: [ChangeOutcome] { [outcome, removed].compactMap(\.self) }
  private var isStopped: Bool { results.contains(where: \.wasStopped) }

  private var totals: [(kind: SeedKind, totals: SeedTotals)] {
    SeedKind.allCases.map { ($0, SeedTotals(of: $0, plan, outcome)) }.filter { !$0.1.isEmpty }
  }

  func text(_ style: Style) -> String {
    let all = totals
    var text = isDryRun ? items.map { $0.text(style) }.joined() : ""
    for failure in results.flatMap(\.failures).map({ DisplayText.line($0.description) }).prefix(20) {
      text += style.mark("failed", .bad) + "  \(failure)\n"
    }
    if all.allSatisfy(\.totals.isIdle), removed?.written ?? 0 == 0, removal?.changes.isEmpty ?? true {
      let counts = all.filter { $0.totals.unchanged > 0 }.map { "\($0.totals.unchanged) \($0.kind.plural)" }
      let wanted = counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
      text += "nothing to do: \(container) is as the seed files want it\(wanted)\n"
    }
    if !all.isEmpty {
      let heads = [container] + SeedTotals.columns.map { ">" + $0 }
      text += ReportTable(heads, all.map { [$0.kind.plural] + $0.totals.cells }).text(style)
    }
    if !sources.isEmpty {
      let heads = ["file"] + SeedFileTotals.columns.map { ">" + $0 }
      text += ReportTable(heads, SeedFileTotals.all(sources, plan, outcome).map { [$0.file] + $0.cells }).text(style)
    }
    return text + remarks.map { $0 + "\n" }.joined()
  }

  func markdown() -> String {
    var text = "### `\(command)` of \(Markdown.escaped(container))\n\n"
    text += Markdown.table(
      ["kind"] + SeedTotals.columns.map { ">" + $0 }, rows: totals.map { [$0.kind.plural] + $0.totals.cells })
    if !sources.isEmpty {
      text += "\n"
      text += Markdown.table(
        ["file"] + SeedFileTotals.columns.map { ">" + $0 },
        rows: SeedFileTotals.all(sources, plan, outcome).map { [$0.file] + $0.cells })
    }
    let told = items.filter { isDryRun || !["create", "update"].contains($0.action) }
    if !told.isEmpty {
      text += "\n"
      text += Markdown.table(
        ["action", "kind", "title", "where", "why"],
        rows: told.prefix(500).map { item in
          let place = item.file.map { "\($0)\(item.line.map { ":\($0)" } ?? "")" } ?? ""
          return [item.action, item.kind, item.title, place, item.reason ?? ""]
        })
      if told.count > 500 { text += "\n\(told.count - 500) more are not shown; `--format json` has them all.\n" }
    }
    return text + (remarks.isEmpty ? "" : "\n" + remarks.map { "- \(Markdown.escaped($0))\n" }.joined())
  }

  /// Notes printed after the totals.
  private var remarks: [String] {
    var remarks = plan.unsupported.map { "note: this container's layout has no \($0.plural); they were skipped" }
    if let removal, isDryRun {
      remarks += removal.stakes.split(separator: "\n").map(String.init)
    } else if let removed {
      if removed.deleted > 0 { remarks.append("\(removed.deleted.of("record")) deleted") }
    } else if case let count = plan.orphans.count(where: { $0.keptBecause == nil }), count > 0 {
      remarks.append("orphaned: \(count.of("record")) that the seed files do not state; --prune deletes them")
    }
    if isDryRun { remarks.append("dry run: nothing was written") }
    if isStopped { remarks.append("stopped before the end; run the same command again to finish") }
    return remarks
  }
}
