import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

/// The numbers of records by result.
struct SeedTotals {
  enum Result: String, CaseIterable {
    case created, updated, unchanged, duplicate, skipped, failed
  }

  private var counts: [Result: Int] = [:]

  /// Counts the steps of a plan in groups, in one pass without copies: a list may be large. Skips steps without a
  /// group.
  static func grouped<Group: Hashable>(_ plan: SeedPlan, by group: (SeedStep) -> Group?) -> [Group: SeedTotals] {
    plan.steps.reduce(into: [:]) { groups, step in
      guard let group = group(step) else { return }
      let result: Result =
        switch step.action {
        case .create: .created
        case .update: .updated
        case .unchanged: .unchanged
        case .duplicate: .duplicate
        case .skipped: .skipped
        }
      groups[group, default: SeedTotals()].counts[result, default: 0] += 1
    }
  }

  /// Returns the totals with the results of an applied plan instead of the planned changes.
  func applied(_ results: ChangeOutcome.Counts?) -> SeedTotals {
    guard let results else { return self }
    var totals = self
    totals.counts[.created] = results.created
    totals.counts[.updated] = results.updated
    totals.counts[.unchanged, default: 0] += results.settled
    totals.counts[.failed] = results.failed
    return totals
  }

  /// Returns the totals of each kind of record that a plan has steps for.
  static func byKind(_ plan: SeedPlan, _ outcome: ChangeOutcome?) -> [(kind: SeedKind, totals: SeedTotals)] {
    let groups = grouped(plan, by: \.kind)
    return SeedKind.allCases.compactMap { kind in
      groups[kind].map { (kind, $0.applied(outcome?.counts(ofType: plan.recordType(of: kind)))) }
    }
  }

  static func table(_ totals: [(kind: SeedKind, totals: SeedTotals)], titled title: String) -> ReportTable {
    let results = Result.allCases
    return ReportTable(
      [title] + results.map { ">" + $0.rawValue },
      totals.map { kind, totals in [kind.plural] + results.map { "\(totals[$0])" } })
  }

  subscript(result: Result) -> Int { counts[result, default: 0] }

  var count: Int { counts.values.reduce(0, +) }
  /// The numbers by name, for JSON.
  var item: [String: Int] { Dictionary(uniqueKeysWithValues: Result.allCases.map { ($0.rawValue, self[$0]) }) }
}

/// The numbers of a file's entries by result.
struct SeedFileTotals {
  /// The file, as the user named it.
  let file: String
  private var counts: [String: Int]

  private init(_ file: String, _ source: SeedSource, _ totals: SeedTotals) {
    self.file = file
    counts = totals.item
    // Collections created from folders are not entries of the file, so results can outnumber entries.
    counts["read"] = max(source.read, totals.count + source.skipped)
    counts["repaired"] = source.repaired
    counts["skipped", default: 0] += source.skipped
  }

  /// Returns the totals of every file, sorted by file name.
  static func all(_ sources: [String: SeedSource], _ plan: SeedPlan, _ outcome: ChangeOutcome?) -> [SeedFileTotals] {
    let groups = SeedTotals.grouped(plan) { $0.place?.file }
    return sources.sorted { $0.key < $1.key }.map { file, source in
      SeedFileTotals(file, source, (groups[file] ?? SeedTotals()).applied(outcome?.counts(ofFile: file)))
    }
  }

  /// Whether the file has entries and all of them were skipped.
  var isUnused: Bool { counts["read"] ?? 0 > 0 && counts["read"] == counts["skipped"] }

  var item: EncodableObject {
    let members: [(String, EncodableObject.Value)] = counts.map { ($0.key, $0.value) }
    return EncodableObject(members + [("file", file)])
  }

  /// What the totals of all files do not show: repaired and skipped entries, by file.
  static func remarks(_ files: [SeedFileTotals]) -> [String] {
    files.compactMap { file in
      let parts = ["repaired", "skipped"].compactMap { key in
        let count = file.counts[key] ?? 0
        return count == 0 ? nil : "\(count) \(key)"
      }
      return parts.isEmpty
        ? nil : "\(file.file): \((file.counts["read"] ?? 0).of("entry", "entries")), \(parts.joined(separator: ", "))"
    }
  }
}
