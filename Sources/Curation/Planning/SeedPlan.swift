import Catalog
package import CloudKitRecords
package import CloudKitSchema
package import Diagnostics

/// The changes that seeding a container takes, and the seeds they come from. Records are created when they are asked for,
/// so that a plan for 100,000 feeds is small.
package struct SeedPlan: Sendable {
  /// What is wrong in the seeds; a plan with an error is not to be applied.
  package let diagnostics: [Diagnostic]
  /// What is to be done, in the order it has to be: what is referred to comes first.
  package let steps: [SeedStep]
  /// Kinds of seeds the layout has no records for.
  package let unsupported: [SeedKind]
  /// What the container has and the seeds do not state, where that was asked for; those that refer to others first.
  package let orphans: [SeedOrphan]

  let seeds: SeedCatalog
  let categories: CategoryPlanner
  let feeds: FeedPlanner
  let collections: CollectionPlanner

  /// How many records are created or updated.
  package var changeCount: Int {
    steps.count { step in
      switch step.action {
      case .create, .update: true
      case .unchanged, .duplicate, .skipped: false
      }
    }
  }

  /// The changes, each created when it is asked for.
  package var changes: some Sequence<PlannedChange> {
    steps.enumerated().lazy.compactMap { change(for: $1, at: $0) }
  }

  /// Plans changes again whose records another writer has changed.
  package func replan(in store: any RecordStore) -> ChangeRun.Replan {
    { (changes) async throws(RecordStoreError) in
      let existing = try await store.lookup(changes.map(\.recordName), desiredFields: nil)
      return changes.compactMap { change in
        change.step.flatMap { self.change(for: replanned(steps[$0], on: existing[change.recordName]), at: $0) }
      }
    }
  }

  /// The change of a step; `nil` where there is nothing to do.
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

  /// The name of a step's record; `nil` for a seed that never gets one.
  package func name(of step: SeedStep) -> RecordName? {
    switch step.kind {
    case .category: categories.name(of: seeds.categories[step.seed])
    case .feed: feeds.wanted[step.seed]?.name
    case .metadata: (feeds.wanted[step.seed]?.name).map(CatalogName.metadata)
    case .collection: collections.names[step.seed]
    }
  }

  /// What to call a step's record in reports.
  package func label(of step: SeedStep) -> String {
    switch step.kind {
    case .category: seeds.categories[step.seed].name ?? seeds.categories[step.seed].slug.rawValue
    case .feed, .metadata: feeds.label(ofSeed: step.seed)
    case .collection: seeds.collections[step.seed].title ?? seeds.collections[step.seed].slug.rawValue
    }
  }

  /// Where a step's seed stands; `nil` for records the tool adds by itself.
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
          type: FeedMetadata.recordType, name: CatalogName.metadata(of: feed.name),
          fields: [FeedMetadata.Field.feedReference.rawValue: .reference(Reference(feed.name))])
      }
    case .collection: collections.record(forSeed: step.seed)
    }
  }

  /// The record type of a kind.
  package func recordType(of kind: SeedKind) -> RecordType.Name {
    kind.recordType(in: feeds.layout)
  }
}
