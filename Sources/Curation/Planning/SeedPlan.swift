import Catalog
package import CloudKitRecords
package import CloudKitSchema
package import Diagnostics

/// The changes that seed a container, and the seeds they come from.
package struct SeedPlan: Sendable {
  /// Diagnostics for the seeds. A plan with errors must not be applied.
  package let diagnostics: [Diagnostic]
  /// The steps in the order to apply them: referenced records come first.
  package let steps: [SeedStep]
  /// Kinds of seeds that the layout has no record type for.
  package var unsupported: [SeedKind] = []
  /// The records that the seeds do not state, if requested. Records that refer to others come first.
  package var orphans: [SeedOrphan] = []
  /// The folders of lists that state new feeds.
  package var folders: [SeedFolder] = []
  /// The titles of the feeds that changes of collections name.
  package private(set) var titles: [RecordName: String] = [:]

  let layout: CatalogLayout

  package var changes: [PlannedChange] { steps.compactMap(\.change) }
  /// Returns the changes followed by those of a removal, each record once: a collection that the seeds change may also lose
  /// a removed feed.
  package func changes(with removal: Removal?) -> [PlannedChange] {
    var changes = changes
    let positions = Dictionary(changes.indices.map { (changes[$0].recordName, $0) }) { first, _ in first }
    for change in removal?.changes ?? [] {
      guard let position = positions[change.recordName] else {
        changes.append(change)
        continue
      }
      let own = changes[position]
      var record = own.operation.record
      record.fields.merge(change.operation.record.fields) { stated, _ in stated }
      changes[position] = PlannedChange(
        RecordOperation(.update, record, clearing: own.operation.cleared), title: own.title, file: own.file)
      changes[position].before = own.before.merging(change.before) { first, _ in first }
    }
    return changes
  }

  package var changeCount: Int { steps.count { $0.change != nil } }

  /// Plans changes again for records that another writer has modified.
  /// - Parameter restoring: whether to create deleted records again. The change of one field cannot: the other values are
  ///   lost, so the change stays as it is and fails.
  package func replan(in store: any RecordStore, restoring: Bool = true) -> ChangeRun.Replan {
    { (changes) async throws(RecordStoreError) in
      let existing = try await store.lookup(changes.map(\.recordName), desiredFields: nil)
      let changed = Dictionary(changes.map { ($0.recordName, $0) }) { first, _ in first }
      return steps.compactMap { step in
        guard let change = step.change, let desired = step.desired else { return nil }
        if changed[change.recordName] == nil { return nil }
        let record = existing[change.recordName]
        // A feed that has moved keeps the name that its former address gave: it is not the feed to create.
        let isTaken = change.operation.kind == .create && record.map(desired.isAnotherFeed) ?? false
        return isTaken || record == nil && !restoring ? change : SeedStep(desired, on: record).change
      }
    }
  }

  /// Returns the plan with the titles of the feeds that changes of collections name.
  func readingTitles(in store: any RecordStore) async throws(RecordStoreError) -> SeedPlan {
    var names: Set<RecordName> = []
    for step in steps where step.kind == .collection {
      let values = step.change?.fieldChanges.flatMap { [$0.old, $0.new].flatMap { $0?.list ?? [] } } ?? []
      names.formUnion(values.compactMap { $0.reference?.recordName })
    }
    if names.isEmpty { return self }
    var plan = self
    plan.titles = try await store.lookup(Array(names), desiredFields: [FeedField.title.name]).mapValues(\.title)
    for step in steps where step.kind == .feed && step.action == .create {
      if let name = step.recordName, names.contains(name) { plan.titles[name] = step.title }
    }
    return plan
  }

  package func recordType(of kind: SeedKind) -> RecordType.Name { kind.recordType(in: layout) }
}
