package import CloudKitRecords
package import CloudKitSchema

/// The records that CloudKit deletes together with others, because they refer to them with the action DELETE_SELF.
package struct DeletionCascade: Sendable {
  /// The maximum number of records that may refer to one record with DELETE_SELF.
  ///
  /// Source: Apple, CloudKit Web Services Reference, Data Size Limits.
  package static let limit = 750

  /// The records that refer to deleted records, directly or through others.
  package private(set) var records: [Record] = []
  /// The numbers of records that refer to each deleted record.
  package private(set) var counts: [RecordName: Int] = [:]
  /// The reference fields that have no index, as `Type.field`, so that their records were not searched.
  package private(set) var unsearched: [String] = []

  /// Finds the records that a deletion affects. A reference field is searched by its index.
  /// - Parameter changes: what is deleted or redirected before, by record.
  package init(
    deleting doomed: [Record], after changes: [RecordName: RecordOperation] = [:], in store: any RecordStore,
    _ schema: Schema
  ) async throws(RecordStoreError) {
    let fields = schema.ownTypes.flatMap { type in
      type.fields.filter { $0.type.primitive == .reference && !SystemField.isReserved($0.name) }.map { (type.name, $0) }
    }
    unsearched = fields.filter { !$0.1.indexes.contains(.queryable) }.map { "\($0.0).\($0.1.name)" }
    var known = Set(doomed.map(\.name))
    var targets = doomed.map(\.name)
    while !targets.isEmpty {
      var found: [Record] = []
      for (type, field) in fields where field.indexes.contains(.queryable) {
        for page in targets.filterPages {
          found += try await records(of: type, field, referringTo: Set(page), after: changes, in: store)
        }
      }
      targets = []
      for record in found where known.insert(record.name).inserted {
        records.append(record)
        targets.append(record.name)
      }
    }
  }

  private mutating func records(
    of type: RecordType.Name, _ field: Field, referringTo targets: Set<RecordName>,
    after changes: [RecordName: RecordOperation], in store: any RecordStore
  ) async throws(RecordStoreError) -> [Record] {
    let references = FieldValue.list(targets.sorted().map { .reference(Reference($0)) })
    let filter = Filter(field.name, field.type.isList ? .listContainsAny : .in, references)
    var found: [Record] = []
    var counted: [RecordName: Int] = [:]
    try await store.forEachPage(of: Query(type, filters: [filter], desiredFields: [field.name])) { page in
      for record in page {
        let change = changes[record.name]
        if change?.kind.isDelete == true || change?.cleared.contains(field.name) == true { continue }
        let references = (change?.record[field.name] ?? record[field.name])?.references ?? []
        let names = references.filter { $0.action == .deleteSelf && targets.contains($0.recordName) }
        if names.isEmpty { continue }
        for name in Set(names.map(\.recordName)) { counted[name, default: 0] += 1 }
        found.append(record)
      }
    }
    counts.merge(counted) { $0 + $1 }
    return found
  }

  package var deletions: [PlannedChange] { records.map { $0.deletion() } }
}
