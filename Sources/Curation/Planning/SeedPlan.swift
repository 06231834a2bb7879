import Catalog
package import CloudKitRecords
package import Diagnostics

/// What seeding a container would do, and the seeds to do it from. Records are made only when they are asked for: a plan
/// for 100,000 feeds is a small thing.
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

  /// How many records are to be made or changed.
  package var changes: Int {
    steps.count { step in
      switch step.action {
      case .create, .update: true
      case .unchanged, .duplicate, .skipped: false
      }
    }
  }

  /// The changes one by one, made as they are asked for.
  package var plannedChanges: some Sequence<PlannedChange> {
    steps.lazy.compactMap { step in
      operation(for: step).map { PlannedChange($0, title: label(of: step)) }
    }
  }

  /// The change a step asks of the store; `nil` where there is nothing to do.
  package func operation(for step: SeedStep) -> RecordOperation? {
    switch step.action {
    case .create:
      return newRecord(for: step).map { RecordOperation(.create, $0) }
    case .update(let changes, let changeTag):
      let type = step.kind.table.type(in: feeds.layout) ?? step.kind.table.recordType
      var record = Record(type: type, name: name(of: step) ?? "", changeTag: changeTag)
      for change in changes { record.fields[change.field] = change.new }
      return RecordOperation(.update, record, clearing: Set(changes.filter { $0.new == nil }.map(\.field)))
    case .unchanged, .duplicate, .skipped:
      return nil
    }
  }

  /// The step anew, for a record that turned out to be other than it was when the plan was made.
  package func replanned(_ step: SeedStep, on existing: Record?) -> SeedStep {
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
    case .category: seeds.categories[step.seed].label
    case .feed, .metadata: feeds.label(ofSeed: step.seed)
    case .collection: seeds.collections[step.seed].label
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
          type: CatalogTable.metadata.recordType, name: CatalogName.metadata(of: feed.name),
          fields: [MetadataField.feedReference.name: .reference(Reference(feed.name))])
      }
    case .collection: collections.record(forSeed: step.seed)
    }
  }
}
