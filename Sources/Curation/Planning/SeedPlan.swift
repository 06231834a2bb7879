import Catalog
package import CloudKitRecords
package import CloudKitSchema
package import Diagnostics

/// A plan of the changes that seed a container, and the seeds they come from. Records are created on demand, so that a
/// plan for 100,000 feeds stays small.
package struct SeedPlan: Sendable {
  /// Diagnostics for the seeds. A plan with errors must not be applied.
  package let diagnostics: [Diagnostic]
  /// The steps in the order to apply them: referenced records come first.
  package let steps: [SeedStep]
  /// Kinds of seeds that the layout has no record type for.
  package let unsupported: [SeedKind]
  /// The records that the seeds do not state, if requested. Records that refer to others come first.
  package let orphans: [SeedOrphan]

  let seeds: SeedCatalog
  let categories: CategoryPlanner
  let feeds: FeedPlanner
  let collections: CollectionPlanner

  /// The number of records to create or update.
  package var changeCount: Int {
    steps.count { step in
      switch step.action {
      case .create, .update: true
      case .unchanged, .duplicate, .skipped: false
      }
    }
  }

  /// The changes, created on demand.
  package var changes: some Sequence<PlannedChange> {
    steps.enumerated().lazy.compactMap { change(for: $1, at: $0) }
  }

  /// Plans changes again for records that another writer has modified.
  package func replan(in store: any RecordStore) -> ChangeRun.Replan {
    { (changes) async throws(RecordStoreError) in
      let existing = try await store.lookup(changes.map(\.recordName), desiredFields: nil)
      return changes.compactMap { change in
        change.step.flatMap { self.change(for: replanned(steps[$0], on: existing[change.recordName]), at: $0) }
      }
    }
  }

  /// Returns the change for a step, or `nil` if the step changes nothing.
  private func change(for step: SeedStep, at index: Int) -> PlannedChange? {
    let operation: RecordOperation
    switch step.action {
    case .create:
      guard let record = newRecord(for: step) else { return nil }
      operation = RecordOperation(.create, record)
    case .update(let changes, let changeTag):
      var record = Record(type: recordType(of: step.kind), name: name(of: step) ?? "", changeTag: changeTag)
      for change in changes { record.fields[change.field] = change.new }
      operation = RecordOperation(.update, record, clearing: Set(changes.filter { $0.new == nil }.map(\.field)))
    case .unchanged, .duplicate, .skipped:
      return nil
    }
    return PlannedChange(operation, title: label(of: step), file: place(of: step)?.file, step: index)
  }

  private func replanned(_ step: SeedStep, on existing: Record?) -> SeedStep {
    var step = step
    guard let existing else {
      step.action = .create
      return step
    }
    switch step.kind {
    case .category: step.action = categories.action(for: seeds.categories[step.seed], on: existing)
    case .feed: if let feed = feeds.wanted[step.seed] { step.action = feeds.action(for: feed, on: existing) }
    case .metadata: step.action = .unchanged
    case .collection: step.action = collections.action(forSeed: step.seed, on: existing)
    }
    return step
  }

  /// Returns the name of a step's record, or `nil` for a seed without a record.
  package func name(of step: SeedStep) -> RecordName? {
    switch step.kind {
    case .category: categories.name(of: seeds.categories[step.seed])
    case .feed: feeds.wanted[step.seed]?.name
    case .metadata: (feeds.wanted[step.seed]?.name).map(CatalogName.metadata)
    case .collection: collections.names[step.seed]
    }
  }

  /// Returns the name of a step's record for reports.
  package func label(of step: SeedStep) -> String {
    switch step.kind {
    case .category: seeds.categories[step.seed].label
    case .feed, .metadata: feeds.label(ofSeed: step.seed)
    case .collection: seeds.collections[step.seed].label
    }
  }

  /// Returns the place of a step's seed, or `nil` for records that the tool adds.
  package func place(of step: SeedStep) -> SeedPlace? {
    switch step.kind {
    case .category: seeds.categories[step.seed].place
    case .feed: seeds.feeds[step.seed].place
    case .metadata: nil
    case .collection: seeds.collections[step.seed].place
    }
  }

  private func newRecord(for step: SeedStep) -> Record? {
    switch step.kind {
    case .category: categories.record(for: seeds.categories[step.seed])
    case .feed: feeds.wanted[step.seed].map(feeds.record)
    case .metadata:
      feeds.wanted[step.seed].map { feed in
        Record(
          type: CatalogTable.metadata.recordType, name: CatalogName.metadata(of: feed.name),
          fields: [MetadataField.feedReference.name: .reference(Reference(feed.name))])
      }
    case .collection: collections.record(forSeed: step.seed)
    }
  }

  /// Returns the record type of a kind.
  package func recordType(of kind: SeedKind) -> RecordType.Name {
    kind.recordType(in: feeds.layout)
  }
}
