import CloudKitRecords
import Curation

/// Number of records of a kind by result.
struct SeedTotals: Encodable {
  var created = 0
  var updated = 0
  var unchanged = 0
  var duplicate = 0
  var skipped = 0
  var failed = 0

  /// Creates the totals of a kind from the results or, if nothing was applied, from the plan.
  init(of kind: SeedKind, _ plan: SeedPlan, _ outcome: ChangeOutcome?) {
    for step in plan.steps where step.kind == kind { count(step.action) }
    if let outcome { replace(with: outcome.counts(ofType: plan.recordType(of: kind))) }
  }

  /// Creates totals of zero.
  init() {}

  /// Counts one record.
  mutating func count(_ action: SeedStep.Action) {
    switch action {
    case .create: created += 1
    case .update: updated += 1
    case .unchanged: unchanged += 1
    case .duplicate: duplicate += 1
    case .skipped: skipped += 1
    }
  }

  /// Replaces planned changes with their results.
  mutating func replace(with results: ChangeOutcome.Counts) {
    created = results.created
    updated = results.updated
    unchanged += results.settled
    failed = results.failed
  }

  /// Whether no record is created or updated, and none failed.
  var isIdle: Bool { created == 0 && updated == 0 && failed == 0 }
  /// Whether all totals are zero.
  var isEmpty: Bool { isIdle && unchanged == 0 && duplicate == 0 && skipped == 0 }

  /// The columns of a table of totals, matching `cells`.
  static let columns = ["created", "updated", "unchanged", "duplicate", "skipped", "failed"]
  var cells: [String] { [created, updated, unchanged, duplicate, skipped, failed].map(String.init) }
}

/// Number of entries of a file by result.
struct SeedFileTotals: Encodable {
  let file: String
  let read, created, updated, unchanged, duplicate, repaired, skipped, failed: Int

  /// Creates the totals of a file.
  init(_ file: String, _ source: SeedSource, _ totals: SeedTotals) {
    self.file = file
    // Collections created from folders are not entries of the file, so results can outnumber entries.
    let counted = [totals.created, totals.updated, totals.unchanged, totals.duplicate, totals.skipped, totals.failed]
    read = max(source.read, counted.reduce(source.skipped, +))
    repaired = source.repaired
    created = totals.created
    updated = totals.updated
    unchanged = totals.unchanged
    duplicate = totals.duplicate
    skipped = totals.skipped + source.skipped
    failed = totals.failed
  }

  /// Returns the totals of every file, sorted by file name.
  static func all(_ sources: [String: SeedSource], _ plan: SeedPlan, _ outcome: ChangeOutcome?) -> [SeedFileTotals] {
    var totals: [String: SeedTotals] = [:]
    for step in plan.steps {
      if let file = plan.place(of: step)?.file { totals[file, default: SeedTotals()].count(step.action) }
    }
    return sources.sorted { $0.key < $1.key }.map { file, source in
      var counted = totals[file] ?? SeedTotals()
      if let outcome { counted.replace(with: outcome.counts(ofFile: file)) }
      return SeedFileTotals(file, source, counted)
    }
  }

  /// The columns of a table of files, matching `cells`.
  static let columns = ["read", "new", "updated", "unchanged", "duplicate", "repaired", "skipped", "failed"]
  var cells: [String] {
    [read, created, updated, unchanged, duplicate, repaired, skipped, failed].map(String.init)
  }
}
