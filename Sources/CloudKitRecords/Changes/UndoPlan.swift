package import CloudKitSchema

/// The changes that take applied changes back, as far as their records have not changed since.
package struct UndoPlan: Sendable {
  /// An applied change that stays, and the reason.
  package typealias Kept = ChangePlanCheck.Conflict

  /// The changes to make, in the reverse order of the applied ones.
  package private(set) var changes: [PlannedChange] = []
  package private(set) var kept: [Kept] = []
  /// The number of changes that need no undo: they were never applied, or are undone already.
  package private(set) var unapplied = 0
  /// The fields whose former files no plan has, by record.
  package private(set) var lostFiles: [RecordName: [String]] = [:]

  private let ignored: [RecordType.Name: Set<String>]

  /// Compares applied changes with the records of a store. Writes nothing.
  /// - Parameters:
  ///   - ignored: the fields that programs keep, whose changes are not edits.
  ///   - progress: called after each page with the number of changes compared.
  package init(
    of applied: [PlannedChange], ignoring ignored: [RecordType.Name: Set<String>] = [:], in store: any RecordStore,
    progress: (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) {
    self.ignored = ignored
    for page in Array(applied.reversed()).recordPages {
      if Task.isCancelled { throw .stopped }
      let existing = try await store.lookup(page.map(\.recordName), desiredFields: nil)
      for change in page { add(change, existing[change.recordName]) }
      progress(changes.count + kept.count + unapplied)
    }
  }

  /// Leaves records as they are.
  package mutating func keep(_ records: [Kept]) {
    let names = Set(records.map(\.change.recordName))
    changes.removeAll { names.contains($0.recordName) }
    var seen: Set<RecordName> = []
    kept += records.filter { seen.insert($0.change.recordName).inserted }
  }

  private mutating func add(_ change: PlannedChange, _ existing: Record?) {
    if let existing, existing.type != change.recordType {
      return kept.append((change, "the name is that of a \(existing.type) now"))
    }
    switch change.operation.kind {
    case .create: undoCreation(change, existing)
    case .delete, .forceDelete: undoDeletion(change, existing)
    default: undoUpdate(change, existing)
    }
  }

  private mutating func skip() { unapplied += 1 }

  private mutating func undoCreation(_ change: PlannedChange, _ existing: Record?) {
    guard let existing else { return skip() }
    let created = change.operation.record.fields
    let names = Set(created.keys).union(existing.fields.keys).subtracting(ignored[change.recordType] ?? [])
    let edited = names.filter { !FieldValue.isSame(existing.fields[$0], created[$0]) }
    if !edited.isEmpty { return keep(change, edited) }
    var deletion = existing.deletion(title: change.title)
    deletion.before = existing.fields
    deletion.hasFormerValues = true
    changes.append(deletion)
  }

  private mutating func undoUpdate(_ change: PlannedChange, _ existing: Record?) {
    guard let existing else { return kept.append((change, "the record was deleted since")) }
    let names = Set(change.fieldChanges.map(\.field))
    let own = names.subtracting(ignored[change.recordType] ?? [])
    let judged = own.isEmpty ? names : own
    let applied = names.filter { FieldValue.isSame(existing.fields[$0], change.operation.record.fields[$0]) }
    let edited = judged.subtracting(applied)
    guard edited.isEmpty else {
      let isBefore = judged.allSatisfy { FieldValue.isSame(existing.fields[$0], change.before[$0]) }
      return change.hasFormerValues && isBefore ? skip() : keep(change, edited)
    }
    guard change.hasFormerValues else {
      return kept.append((change, "the plan has no former values: a version before 'undo' wrote it"))
    }
    let former = withoutFiles(change.before, of: change)
    let restored = applied.subtracting(lostFiles[change.recordName] ?? [])
    if restored.isEmpty { return kept.append((change, "a plan has no files")) }
    var restoration = existing.change(
      former.filter { restored.contains($0.key) }, clearing: restored.filter { former[$0] == nil }, title: change.title)
    restoration.hasFormerValues = true
    changes.append(restoration)
  }

  private mutating func undoDeletion(_ change: PlannedChange, _ existing: Record?) {
    if let existing {
      let names = Set(existing.fields.keys).union(change.before.keys).subtracting(ignored[change.recordType] ?? [])
      let isBefore =
        change.hasFormerValues && names.allSatisfy { FieldValue.isSame(existing.fields[$0], change.before[$0]) }
      if isBefore || existing.changeTag == change.operation.record.changeTag { return skip() }
      return kept.append((change, "the record exists, with other values"))
    }
    guard change.hasFormerValues else {
      return kept.append((change, "the plan has no fields of the record: a version before 'undo' wrote it"))
    }
    let fields = withoutFiles(change.before, of: change)
    let record = Record(type: change.recordType, name: change.recordName, fields: fields)
    changes.append(PlannedChange(RecordOperation(.create, record), title: change.title))
  }

  private mutating func keep(_ change: PlannedChange, _ edited: Set<String>) {
    kept.append((change, "changed since: \(edited.sorted().joined(separator: ", "))"))
  }

  private mutating func withoutFiles(_ fields: RecordFields, of change: PlannedChange) -> RecordFields {
    let lost = fields.filter { !$0.value.assets.isEmpty }.keys
    if !lost.isEmpty { lostFiles[change.recordName] = lost.sorted() }
    return fields.filter { !lost.contains($0.key) }
  }
}

extension [PlannedChange] {
  /// Returns the changes with the former values that 'undo' restores, as far as their records are as they were planned
  /// for.
  package func withFormerValues(in store: any RecordStore) async throws(RecordStoreError) -> [PlannedChange] {
    var known: [RecordName: Record] = [:]
    let unknown = filter { $0.operation.kind != .create && !$0.hasFormerValues }
    for page in unknown.recordPages {
      if Task.isCancelled { throw .stopped }
      known.merge(try await store.lookup(page.map(\.recordName), desiredFields: nil)) { first, _ in first }
    }
    return map { change in
      guard !change.hasFormerValues, let record = known[change.recordName],
        record.changeTag == change.operation.record.changeTag
      else { return change }
      var change = change
      let names = Set(change.fieldChanges.map(\.field))
      change.before = change.operation.kind.isDelete ? record.fields : record.fields.filter { names.contains($0.key) }
      change.hasFormerValues = true
      return change
    }
  }
}
