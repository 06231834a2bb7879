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
  /// The removal of the orphans; `nil` if they stay.
  package var removal: Removal?
  /// The folders of lists that state new feeds.
  package var folders: [SeedFolder] = []
  /// The titles of the feeds that changes of collections name.
  package private(set) var titles: [RecordName: String] = [:]

  let layout: CatalogLayout

  /// The changes of the seeds followed by those of the removal, each record once: a collection that the seeds change
  /// may also lose a removed feed.
  package var changes: [PlannedChange] {
    var changes = steps.compactMap(\.change)
    guard let removal else { return changes }
    let positions = Dictionary(changes.indices.map { (changes[$0].recordName, $0) }) { first, _ in first }
    for change in removal.changes {
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

  /// Plans changes again for records that another writer has modified. Changes of the removal stay as they are, so that
  /// their conflicts remain.
  /// - Parameter isEdit: Whether a person edits a record. A change of one field cannot create a deleted record again,
  ///   and a record that another run has created meanwhile is not the new one, except for a feed's metadata, which may
  ///   be left from an earlier feed.
  package func replan(in store: any RecordStore, isEdit: Bool = false) -> ChangeRun.Replan {
    { (changes) async throws(RecordStoreError) in
      let existing = try await store.lookup(changes.map(\.recordName), desiredFields: nil)
      let removed = Set((removal?.changes ?? []).map(\.recordName))
      let names = Set(changes.map(\.recordName))
      let planned = steps.filter { $0.change.map { names.contains($0.recordName) } ?? false }
      let stepsByName = Dictionary(planned.map { ($0.recordName, $0) }) { first, _ in first }
      return changes.compactMap { change in
        guard !removed.contains(change.recordName), let step = stepsByName[change.recordName],
          let desired = step.desired
        else { return change }
        let record = existing[change.recordName]
        let isCreation = change.operation.kind == .create
        if isEdit, record == nil || isCreation && step.kind != .metadata { return change }
        // A feed that has moved keeps the name that its former address gave: it is not the feed to create.
        if isCreation, let record, desired.isAnotherFeed(record) { return change }
        return SeedStep(desired, on: record).change
      }
    }
  }

  /// Returns the plan with the titles of the feeds that changes of collections name.
  func readingTitles(in store: any RecordStore) async throws(RecordStoreError) -> SeedPlan {
    var names: Set<RecordName> = []
    for step in steps where step.kind == .collection {
      let values = step.change?.fieldChanges.flatMap { [$0.old, $0.new].flatMap { $0?.references ?? [] } } ?? []
      names.formUnion(values.map(\.recordName))
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
