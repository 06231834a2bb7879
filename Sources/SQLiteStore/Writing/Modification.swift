import CloudKitRecords
import CloudKitSchema
import GRDB

import struct CloudKitRecords.Record
import struct CloudKitRecords.RecordError

/// One attempt at the operations of a request, inside a transaction.
final class Modification {
  private let request: CheckedRequest
  private let layout: ContainerLayout
  private let database: Database
  private let rules: RecordRules
  private let time: Timestamp
  private let user: StoredValue
  private let tables: [RecordTable]
  private lazy var integrity = ReferenceIntegrity(layout, in: database)
  private var located: [RecordName: StoredRecord] = [:]
  private var changeTags: ChangeTags
  /// The operations with references to a record that a later operation of the request creates.
  private var promises: [(operation: Int, target: RecordName)] = []

  init(
    _ request: CheckedRequest, layout: ContainerLayout, rules: RecordRules, time: Timestamp, in database: Database
  ) throws {
    self.request = request
    self.layout = layout
    self.database = database
    self.rules = rules
    self.time = time
    user = request.user.map { .text($0.rawValue) } ?? .null
    tables = layout.tables.map { RecordTable($0, in: database) }
    changeTags = try ChangeTags(in: database)
  }

  /// Applies the operations, except those known to fail.
  /// - Returns: The results, and the operations that must fail in the next attempt because a record they reference was
  ///   not created. If there are any, the caller must roll the transaction back.
  func run(failing known: [Int: RecordError]) throws -> (results: [RecordResult], broken: [Int: RecordError]) {
    let operations = request.operations
    var names = Set(operations.map(\.record.name))
    var remaining = Set<RecordName>()
    for (index, operation) in operations.enumerated() where !operation.kind.isDelete && known[index] == nil {
      if request.validates { names.formUnion(operation.record.fields.validatedNames) }
      if operation.kind.creates { remaining.insert(operation.record.name) }
    }
    located = try RecordLocator(layout, in: database).locate(
      names, likelyIn: Set(operations.compactMap { layout.index(of: $0.record.type) }),
      measures: operations.contains { $0.kind.merges })

    var results: [RecordResult] = []
    results.reserveCapacity(operations.count)
    for (index, operation) in operations.enumerated() {
      let name = operation.record.name
      do {
        if let problem = known[index] { throw problem }
        try validateTargets(of: operation, at: index, promised: remaining)
        results.append(try apply(operation))
      } catch let error as RecordError {
        results.append(.failed(name, error))
      }
      if !remaining.isEmpty { remaining.remove(name) }
    }
    try changeTags.save(in: database)

    var broken: [Int: RecordError] = [:]
    for promise in promises where located[promise.target] == nil {
      broken[promise.operation] = Self.missingTarget(promise.target)
    }
    return (results, broken)
  }

  /// Returns the columns that a merge operation sets or clears.
  private func columns(of operation: RecordOperation, in table: TableLayout) throws(RecordError) -> [Int] {
    var columns: [Int] = []
    for field in operation.cleared.union(operation.record.fields.keys) {
      guard let column = table.columnIndex[field] else { throw .notSettable(field, of: operation.record.type) }
      columns.append(column)
    }
    return columns.sorted()
  }

  private func apply(_ operation: RecordOperation) throws -> RecordResult {
    let record = operation.record
    let existing = located[record.name]
    if let problem = operation.kind.problem(changeTag: record.changeTag, stored: existing?.changeTag) { throw problem }
    if operation.kind.isDelete { return try delete(record.name, existing) }
    guard let table = layout.index(of: record.type) else { throw RecordError.unknownType(record.type) }
    guard let existing else {
      let (created, revision) = revisions(of: operation)
      try tables[table].insert(record, created: created, revision)
      located[record.name] = StoredRecord(
        table: table, rowID: database.lastInsertedRowID, changeTag: revision.changeTag, size: 0)
      return .saved(record.name, changeTag: revision.changeTag)
    }
    guard existing.table == table else {
      throw RecordError(
        .badRequest,
        "the record '\(record.name)' is of type '\(layout.tables[existing.table].type.name)', not '\(record.type)'")
    }
    return try change(existing, by: operation)
  }

  private func change(_ existing: StoredRecord, by operation: RecordOperation) throws -> RecordResult {
    let record = operation.record
    let layout = self.layout.tables[existing.table]
    var columns = Array(layout.columns.indices)
    if operation.kind.merges {
      columns = try self.columns(of: operation, in: layout)
      try checkSize(existing, mergedWith: operation)
    }
    let (created, revision) = revisions(of: operation, replacing: existing.changeTag)
    try tables[existing.table].update(existing.rowID, to: record, columns: columns, created: created, revision)
    located[record.name] = StoredRecord(
      table: existing.table, rowID: existing.rowID, changeTag: revision.changeTag, size: 0)
    return .saved(record.name, changeTag: revision.changeTag)
  }

  /// Rejects a merge whose result would be too large. Reads the record only if the upper bound of its size exceeds the
  /// limit.
  private func checkSize(_ existing: StoredRecord, mergedWith operation: RecordOperation) throws {
    let record = operation.record
    guard existing.size + record.fields.size > RecordLimits.bytesPerRecord else { return }
    let table = layout.tables[existing.table]
    let reader = table.reader(of: nil)
    var merged = record
    try RecordLocator(layout, in: database).forEachRow(of: table, columns: reader.columns, named: [record.name]) {
      _, row in
      merged.fields = try reader.record(row).fields.filter { !operation.cleared.contains($0.key) }
      merged.fields.merge(record.fields) { _, new in new }
    }
    if let problem = rules.problem(of: merged) { throw problem }
  }

  private func delete(_ name: RecordName, _ existing: StoredRecord?) throws -> RecordResult {
    guard let existing else { return .deleted(name) }
    let record = ReferenceIntegrity.Doomed(name: name, table: existing.table, rowID: existing.rowID)
    for doomed in try integrity.deletion(of: record).get() {
      try tables[doomed.table].delete(doomed.rowID)
      located[doomed.name] = nil
    }
    return .deleted(name)
  }

  /// Rejects a `VALIDATE` reference to a record that neither exists nor is created by a later operation.
  private func validateTargets(of operation: RecordOperation, at index: Int, promised: Set<RecordName>) throws {
    guard request.validates, !operation.kind.isDelete else { return }
    for target in operation.record.fields.validatedNames where located[target] == nil {
      guard promised.contains(target) else { throw Self.missingTarget(target) }
      promises.append((index, target))
    }
  }

  private static func missingTarget(_ target: RecordName) -> RecordError {
    RecordError(.validatingReference, "the record '\(target)' that is referred to does not exist")
  }

  /// Returns the creation to store, `nil` for none, and the revision.
  /// - Parameter stored: The tag of the stored version, which no other version may have.
  private func revisions(
    of operation: RecordOperation, replacing stored: String? = nil
  ) -> (created: Revision?, latest: Revision) {
    guard let version = operation.version else {
      return (nil, Revision(changeTag: changeTags.next(), at: time, by: user))
    }
    changeTags.reserve(version.changeTag)
    let tag = version.changeTag == stored ? nil : version.changeTag
    return (Revision(version.created), Revision(version.modified, changeTag: tag ?? changeTags.next()))
  }
}
