import Catalog
package import CloudKitRecords
package import CloudKitSchema
package import Diagnostics

/// A planner for the records of one kind. An index identifies a seed among those of the kind.
protocol RecordPlanner: Sendable {
  /// Returns the record name of a seed, or `nil` for a seed without a record.
  func name(ofSeed index: Int) -> RecordName?
  /// Returns the name of a seed's record for reports.
  func label(ofSeed index: Int) -> String
  /// Returns the place of a seed, or `nil` for records that the tool adds.
  func place(ofSeed index: Int) -> SeedPlace?
  /// Returns the new record of a seed, or `nil` for a seed without a record.
  func record(forSeed index: Int) -> Record?
  /// Returns the action that brings a record in line with a seed.
  func action(forSeed index: Int, on existing: Record) -> SeedStep.Action
}

/// A plan of the changes that seed a container, and the seeds they come from. Records are created on demand, so that a
/// plan for 100,000 feeds stays small.
package struct SeedPlan: Sendable {
  /// Diagnostics for the seeds. A plan with errors must not be applied.
  package let diagnostics: [Diagnostic]
  /// The steps in the order to apply them: referenced records come first.
  package let steps: [SeedStep]
  /// Kinds of seeds that the layout has no record type for.
  package var unsupported: [SeedKind] = []
  /// The records that the seeds do not state, if requested. Records that refer to others come first.
  package var orphans: [SeedOrphan] = []

  /// The titles of the feeds that changes of collections name.
  package private(set) var titles: [RecordName: String] = [:]

  let layout: CatalogLayout
  /// The planners of the kinds that have steps.
  let planners: [SeedKind: any RecordPlanner]

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
  /// - Parameter restoring: whether to create deleted records again. The change of one field cannot: the other values are
  ///   lost, so the change stays as it is and fails.
  package func replan(in store: any RecordStore, restoring: Bool = true) -> ChangeRun.Replan {
    { (changes) async throws(RecordStoreError) in
      let existing = try await store.lookup(changes.map(\.recordName), desiredFields: nil)
      return changes.compactMap { change in
        guard let index = change.step else { return nil }
        if !restoring, existing[change.recordName] == nil { return change }
        var step = steps[index]
        let action = existing[change.recordName].map { planners[step.kind]?.action(forSeed: step.seed, on: $0) }
        step.action = (action ?? .create) ?? step.action
        return self.change(for: step, at: index)
      }
    }
  }

  /// Returns the change for a step, or `nil` if the step changes nothing.
  private func change(for step: SeedStep, at index: Int) -> PlannedChange? {
    let operation: RecordOperation
    switch step.action {
    case .create:
      guard let record = planners[step.kind]?.record(forSeed: step.seed) else { return nil }
      operation = RecordOperation(.create, record)
    case .update(let changes, let changeTag):
      var record = Record(type: step.kind.recordType(in: layout), name: name(of: step) ?? "", changeTag: changeTag)
      for change in changes { record.fields[change.field] = change.new }
      operation = RecordOperation(.update, record, clearing: Set(changes.filter { $0.new == nil }.map(\.field)))
    case .unchanged, .duplicate, .skipped:
      return nil
    }
    return PlannedChange(operation, title: label(of: step), file: place(of: step)?.file, step: index)
  }

  /// Returns the name of a step's record, or `nil` for a seed without a record.
  package func name(of step: SeedStep) -> RecordName? { planners[step.kind]?.name(ofSeed: step.seed) }

  /// Returns the name of a step's record for reports.
  package func label(of step: SeedStep) -> String { planners[step.kind]?.label(ofSeed: step.seed) ?? "" }

  /// Returns the place of a step's seed, or `nil` for records that the tool adds.
  package func place(of step: SeedStep) -> SeedPlace? { planners[step.kind]?.place(ofSeed: step.seed) }

  /// Returns the plan with the titles of the feeds that changes of collections name.
  func readingTitles(in store: any RecordStore) async throws(RecordStoreError) -> SeedPlan {
    var names: Set<RecordName> = []
    for step in steps where step.kind == .collection {
      guard case .update(let changes, _) = step.action else { continue }
      let values = changes.flatMap { [$0.old, $0.new].flatMap { $0?.list ?? [] } }
      names.formUnion(values.compactMap { $0.reference?.recordName })
    }
    if names.isEmpty { return self }
    var plan = self
    plan.titles = try await store.lookup(Array(names), desiredFields: [FeedField.title.name]).mapValues(\.title)
    for step in steps where step.kind == .feed && step.action == .create {
      if let name = name(of: step), names.contains(name) { plan.titles[name] = label(of: step) }
    }
    return plan
  }

  /// Returns the record type of a kind.
  package func recordType(of kind: SeedKind) -> RecordType.Name { kind.recordType(in: layout) }
}
