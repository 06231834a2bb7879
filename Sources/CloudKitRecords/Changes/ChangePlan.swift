/// A saved plan: changes of a container's records to apply unchanged or refuse.
package struct ChangePlan: Hashable, Sendable {
  /// The layout of plans for records of any type, which need no catalog.
  package static let anyLayout = "records"

  /// The container's name when the plan was created.
  package let container: String
  /// The environment of an iCloud container; `nil` for a local container.
  package let environment: String?
  /// The name of the container's layout.
  package let layout: String
  /// The date that the plan is based on.
  package let asOf: Timestamp
  /// The changes in the order to apply, at most one per record.
  package let changes: [PlannedChange]

  package init(
    container: String, environment: String? = nil, layout: String, asOf: Timestamp, changes: [PlannedChange]
  ) {
    self.container = container
    self.environment = environment
    self.layout = layout
    self.asOf = asOf
    self.changes = changes
  }
}

/// A plan compared with the records of a store.
package struct ChangePlanCheck: Sendable {
  package typealias Conflict = (change: PlannedChange, reason: String)

  package private(set) var pending: [PlannedChange] = []
  package private(set) var done: [PlannedChange] = []
  /// The changes of records that match neither the state before the change nor the state after it.
  package private(set) var conflicts: [Conflict] = []

  /// Compares changes with the records of a store. Writes nothing.
  ///
  /// An update with its former values fits a record that has changed in other fields only.
  /// - Parameter progress: called after each page with the number of changes compared.
  package init(
    _ changes: [PlannedChange], in store: any RecordStore, progress: (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) {
    for page in changes.recordPages {
      if Task.isCancelled { throw .stopped }
      let fields = Set(page.flatMap { Set($0.operation.record.fields.keys).union($0.operation.cleared) })
      let existing = try await store.lookup(page.map(\.recordName), desiredFields: fields.sorted())
      for change in page { add(change, existing[change.recordName]) }
      progress(pending.count + done.count + conflicts.count)
    }
  }

  /// Adds conflicts of pending changes with other records of the store.
  package mutating func add(_ conflicts: [Conflict]) { self.conflicts += conflicts }

  private mutating func add(_ change: PlannedChange, _ existing: Record?) {
    let operation = change.operation
    let isUnchanged = existing?.changeTag == operation.record.changeTag && existing?.type == operation.record.type
    if operation.isApplied(to: existing) {
      done.append(change)
    } else if existing == nil, operation.kind == .update {
      conflicts.append((change, "the record was deleted after the plan was written"))
    } else if existing != nil, operation.kind == .create {
      conflicts.append((change, "a record with this name was created after the plan was written"))
    } else if let existing, !isUnchanged {
      if let rebased = rebased(change, on: existing) { return pending.append(rebased) }
      conflicts.append((change, "the record was changed after the plan was written"))
    } else {
      pending.append(change)
    }
  }

  /// Returns an update of the record as it is now; `nil` if a field that the update changes has another value.
  private func rebased(_ change: PlannedChange, on existing: Record) -> PlannedChange? {
    var operation = change.operation
    guard operation.kind == .update, change.hasFormerValues, existing.type == change.recordType,
      change.fieldChanges.allSatisfy({ FieldValue.isSame(existing.fields[$0.field], $0.old) })
    else { return nil }
    operation.record.changeTag = existing.changeTag
    var rebased = PlannedChange(operation, title: change.title, file: change.file)
    rebased.before = change.before
    rebased.hasFormerValues = true
    return rebased
  }
}

extension RecordOperation {
  /// Whether a record already matches the result of the operation.
  /// - Parameter existing: the current record; `nil` if it does not exist.
  package func isApplied(to existing: Record?) -> Bool {
    guard let existing else { return kind.isDelete }
    if kind.isDelete { return false }
    return record.fields.allSatisfy { existing.fields[$0.key]?.isIdentical(to: $0.value) == true }
      && cleared.allSatisfy { record.fields[$0] != nil || existing.fields[$0] == nil }
  }
}
