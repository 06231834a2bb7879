package import CloudKitRecords
package import CloudKitSchema

/// The changes that make records equal to what a file or command states.
package struct RecordPlan: Sendable {
  /// A record that is left as it is, and the reason.
  package struct Problem: Hashable, Sendable {
    package let recordType: RecordType.Name
    package let recordName: RecordName
    /// The reason, in lower case and without a final period.
    package let reason: String

    init(_ record: Record, _ reason: String) {
      recordType = record.type
      recordName = record.name
      self.reason = reason
    }
  }

  /// The changes, in the order of the records.
  package var changes: [PlannedChange] = []
  package var unchanged = 0
  /// The number of records that an option leaves as they are.
  package var skipped = 0
  package var problems: [Problem] = []

  package init() {}
}

/// A planner of changes to records of any type.
package struct RecordPlanner: Sendable {
  /// The records to change.
  package enum Scope: Sendable {
    /// All records of a file: missing records are created, others are replaced.
    case all
    case missing
    case existing
  }

  private let store: any RecordStore
  /// The fields that lose their values if an entry does not state them, by record type.
  private let replaced: [RecordType.Name: Set<String>]

  /// - Parameters:
  ///   - schema: The schema of the records. Fields that it lacks keep their values, as do assets, which no file states.
  ///   - skipped: The fields that files leave out, as `Type.field`; they keep their values.
  package init(_ store: any RecordStore, _ schema: Schema, skipping skipped: Set<String> = []) {
    self.store = store
    replaced = Dictionary(
      schema.recordTypes.map { type in
        let fields = type.fields.filter { $0.type.primitive != .asset && !skipped.contains("\(type.name).\($0.name)") }
        return (type.name, Set(fields.map(\.name)))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Adds the changes that make stored records equal to entries: fields that an entry does not state lose their values.
  ///
  /// An entry with a change tag replaces that version only.
  package func replace(
    with entries: [RecordEntry], _ scope: Scope = .all, adding plan: inout RecordPlan
  ) async throws(RecordStoreError) {
    for page in entries.recordPages {
      if Task.isCancelled { throw .stopped }
      let existing = try await store.lookup(page.map(\.record.name), desiredFields: nil)
      for entry in page { replace(existing[entry.record.name], with: entry, scope, adding: &plan) }
    }
  }

  private func replace(
    _ existing: Record?, with entry: RecordEntry, _ scope: Scope, adding plan: inout RecordPlan
  ) {
    let record = entry.record
    guard let existing else {
      if scope == .existing {
        plan.skipped += 1
      } else if record.changeTag != nil {
        plan.problems.append(.init(record, "the record with the stated change tag was deleted"))
      } else if let problem = Self.fileProblem(of: record, nil) {
        plan.problems.append(problem)
      } else {
        plan.changes.append(PlannedChange(RecordOperation(.create, record)))
      }
      return
    }
    if existing.type != record.type {
      plan.problems.append(.init(record, "it is a \(existing.type), not a \(record.type)"))
    } else if scope == .missing {
      plan.skipped += 1
    } else if let problem = Self.fileProblem(of: record, existing) {
      plan.problems.append(problem)
    } else {
      let cleared = (replaced[record.type] ?? []).subtracting(record.fields.keys).union(entry.cleared)
      guard let change = Self.change(existing, setting: record.fields, clearing: cleared) else {
        plan.unchanged += 1
        return
      }
      // A stated version that is no longer current was edited from older values.
      if let tag = record.changeTag, tag != existing.changeTag {
        plan.problems.append(.init(record, "it has changed since its change tag was read; read it again"))
      } else {
        plan.changes.append(change)
      }
    }
  }

  /// Returns why a record cannot be written if it states a file that the existing one does not have.
  private static func fileProblem(of record: Record, _ existing: Record?) -> RecordPlan.Problem? {
    let others = record.fields.filter { field, value in
      !value.assets.isEmpty && existing?.fields[field]?.isIdentical(to: value) != true
    }
    return others.keys.min().map { field in
      .init(record, "\(field) states another file, which cannot be written; leave the field out to keep its file")
    }
  }

  /// Returns the change that sets and clears fields of a record, or `nil` if it would change nothing.
  /// - Parameter record: with the values of these fields.
  package static func change(
    _ record: Record, setting fields: RecordFields, clearing cleared: Set<String>
  ) -> PlannedChange? {
    let changed = fields.filter { record.fields[$0.key]?.isIdentical(to: $0.value) != true }
    let lost = cleared.filter { record.fields[$0] != nil }
    if changed.isEmpty, lost.isEmpty { return nil }
    var change = record.change(changed, clearing: lost)
    change.hasFormerValues = true
    return change
  }
}
