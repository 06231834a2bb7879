import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

extension ChangeReport {
  /// - Parameters:
  ///   - sources: Counts and line offsets of each file.
  ///   - outcome: The results; `nil` if nothing was written.
  init(
    _ command: String, _ container: String, asOf: Timestamp?, seeding plan: SeedPlan,
    from sources: [String: SeedSource], findings: Findings, _ outcome: ChangeOutcome?
  ) {
    let orphans = plan.orphans.map { ChangeItem($0, in: plan, isCounted: plan.removal == nil && outcome != nil) }
    let items = [ChangeItem](plan, sources) + orphans
    self.init(command, container, asOf: asOf, items, planned: plan.changes.count)
    self.findings = findings
    add(outcome)
    let totals = SeedTotals.byKind(plan, outcome)
    let files = SeedFileTotals.all(sources, plan, outcome)
    unchanged = totals.reduce(0) { $0 + $1.totals[.unchanged] }
    skipped = totals.reduce(0) { $0 + $1.totals[.skipped] }
    // Single files never state all records, so `orphaned` is absent for them.
    details = [
      "kinds": EncodableObject(totals.map { ($0.kind.plural, $0.totals.item) }), "files": files.map(\.item),
      "folders": plan.folders.map(\.item), "orphaned": plan.orphans.isEmpty ? nil : plan.orphans.count,
    ]
    tables = [SeedTotals.table(totals, titled: container)]
    remarks += SeedFileTotals.remarks(files)
    let unused = files.filter(\.isUnused)
    isRefused = !unused.isEmpty || findings.has(atLeast: .error)
    remarks += unused.map { "no entry of \($0.file) was used: all were skipped" }
    remarks += plan.unsupported.map { "note: this container's layout has no \($0.plural); they were skipped" }
    remarks += Self.remarks(on: plan, outcome)
  }

  private static func remarks(on plan: SeedPlan, _ outcome: ChangeOutcome?) -> [String] {
    guard let removal = plan.removal else {
      let count = plan.orphans.count { $0.keptBecause == nil }
      return count == 0
        ? [] : ["orphaned: \(count.of("record")) that the seed files do not state; --prune deletes them"]
    }
    guard let outcome else { return removal.stakes }
    return outcome.deleted == 0 ? [] : ["\(outcome.deleted.of("record")) deleted"]
  }
}

extension SeedFolder {
  fileprivate var item: EncodableObject {
    ["folder": names, "category": category, "tags": tags, "feeds": feeds]
  }
}

extension [ChangeItem] {
  /// The records that the steps of a plan change or leave out. A new feed stands for its metadata, too.
  init(_ plan: SeedPlan, _ sources: [String: SeedSource] = [:]) {
    let feeds = plan.steps.lazy.filter { $0.kind == .feed && $0.action == .create }.compactMap(\.recordName)
    let metadata = Set(feeds.map(CatalogName.metadata))
    self = plan.steps.compactMap { step in
      if step.kind == .metadata, step.recordName.map(metadata.contains) == true { return nil }
      return ChangeItem(step, of: plan, sources)
    }
  }
}

extension ChangeItem {
  /// Creates the item of a step; returns `nil` if the record is unchanged.
  fileprivate init?(_ step: SeedStep, of plan: SeedPlan, _ sources: [String: SeedSource]) {
    let noun = step.kind.rawValue
    if let change = step.change {
      self.init(change, noun: noun, titles: plan.titles)
    } else {
      let action: String
      let reason: String
      switch step.action {
      case .create, .update, .unchanged: return nil
      case .duplicate(let title): (action, reason) = ("duplicate", "the same feed as '\(title)'")
      case .skipped(let why): (action, reason) = ("skipped", why)
      }
      self.init(
        action, plan.recordType(of: step.kind), step.recordName?.rawValue, title: step.title, reason: reason, noun: noun
      )
      isFound = true
    }
    let place = step.place
    file = place?.file
    path = place?.path
    line = place.flatMap { place in place.range.flatMap { sources[place.file]?.line(of: $0) } }
  }

  /// Creates the item of a record that the seeds do not state.
  /// - Parameter isCounted: whether a remark counts such records.
  fileprivate init(_ orphan: SeedOrphan, in plan: SeedPlan, isCounted: Bool) {
    self.init(
      plan.removal == nil ? "orphaned" : orphan.keptBecause == nil ? "delete" : "kept",
      plan.recordType(of: orphan.kind), orphan.name.rawValue, title: orphan.title, reason: orphan.keptBecause,
      noun: orphan.kind.rawValue)
    isFound = isCounted
  }
}
