package import CloudKitRecords
import CloudKitSchema
import GRDB

package import struct CloudKitRecords.Record

extension LocalContainer: RecordArchive {
  package func adopt(_ records: [Record], removing names: [RecordName]) async throws(RecordStoreError) {
    guard now != nil else {
      throw .unavailable(reason: "cannot write container '\(file.path)': it was opened to be read")
    }
    for record in records {
      if let problem = typeProblem(of: record) { throw .badRequest(reason: "record '\(record.name)': \(problem)") }
    }
    do {
      try await queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          try adopt(records, removing: names, in: database)
          return .commit
        }
      }
    } catch { throw RecordStoreError(error, path: file.path) }
  }

  /// Returns why the container has no column for a value of the record.
  private func typeProblem(of record: Record) -> String? {
    guard let type = layout.index(of: record.type).map({ layout.tables[$0] }) else {
      return "the schema has no record type '\(record.type)'"
    }
    let problems = record.fields.compactMap { name, value -> String? in
      guard let column = type.columnIndex[name].map({ type.columns[$0] }) else {
        return "the schema has no field '\(record.type).\(name)'"
      }
      return value.fits(column.type)
        ? nil : "'\(record.type).\(name)' is \(column.type) in the schema, not \(value.typeName)"
    }
    return problems.min()
  }

  private func adopt(_ records: [Record], removing names: [RecordName], in database: Database) throws {
    let types = Set(records.map(\.type)).compactMap { layout.index(of: $0) }
    let stored = try RecordLocator(layout, in: database)
      .locate(Set(records.map(\.name) + names), likelyIn: Set(types), measures: false)
    let tables = layout.tables.map { RecordTable($0, in: database) }
    for record in stored.values { try tables[record.table].delete(record.rowID) }
    var tags = try ChangeTags(in: database)
    for record in records { tags.reserve(record.changeTag) }
    for record in records {
      guard let index = layout.index(of: record.type) else { continue }
      let revision = Revision(record.modified, changeTag: record.changeTag ?? "")
      try tables[index].insert(record, created: Revision(record.created), revision)
    }
    try tags.save(in: database)
  }
}
