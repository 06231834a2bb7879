import CloudKitRecords
import CloudKitSchema
import GRDB

import struct CloudKitRecords.RecordError

/// The effects of deleting a record on the references to it.
struct ReferenceIntegrity {
  private struct Source {
    let table: Int
    /// Selects the row ID, record name and action of the records that reference a name with an action.
    let sql: String
  }

  private let sources: [Source]
  private let database: Database

  /// Collects the references of all types of a container.
  init(_ layout: ContainerLayout, in database: Database) {
    self.database = database
    var sources: [Source] = []
    for (index, table) in layout.tables.enumerated() {
      for column in table.columns where column.type.primitive == .reference {
        let sql =
          if let action = column.actionColumn {
            "SELECT \"___rowid\", \"___recordID\", \(action) FROM \(table.table) WHERE \(column.sql) = ?"
              + " AND \(action) IS NOT NULL"
          } else {
            "SELECT t.\"___rowid\", t.\"___recordID\", m.\"action\" FROM \(quoted(table.memberTable(of: column))) AS m"
              + " JOIN \(table.table) AS t ON t.\"___rowid\" = m.\"record\" WHERE m.\"value\" = ?"
              + " AND m.\"action\" IS NOT NULL"
          }
        sources.append(Source(table: index, sql: sql))
      }
    }
    self.sources = sources
  }

  struct Doomed {
    let name: RecordName
    let table: Int
    let rowID: Int64
  }

  /// Returns the records to delete with a record: the record itself, and those that reference a deleted record with
  /// `DELETE_SELF`.
  /// - Returns: A failure if a remaining record references a deleted record with `VALIDATE`.
  func deletion(of record: Doomed) throws -> Result<[Doomed], RecordError> {
    var doomed = [record]
    var names: Set<RecordName> = [record.name]
    var validating: [(source: RecordName, target: RecordName)] = []
    var next = 0
    while next < doomed.count {
      let target = doomed[next].name
      next += 1
      for source in sources {
        let rows = try database.rows(source.sql, [.text(target.rawValue)])
        while let row = try rows.next() {
          let name = RecordName(row.text(1) ?? "")
          if row.text(2) == Reference.Action.validate.rawValue { validating.append((name, target)) }
          if row.text(2) == Reference.Action.deleteSelf.rawValue, names.insert(name).inserted {
            doomed.append(Doomed(name: name, table: source.table, rowID: row.integer(0)))
          }
        }
      }
    }
    if let (source, target) = validating.first(where: { !names.contains($0.source) }) {
      return .failure(
        RecordError(.validatingReference, "the record '\(target)' cannot be deleted: '\(source)' refers to it"))
    }
    return .success(doomed)
  }
}

extension FieldValue {
  /// The record names that must exist before the value can be stored.
  var validatedNames: [RecordName] {
    switch self {
    case .reference(let reference): reference.action == .validate ? [reference.recordName] : []
    case .list(let members): members.flatMap(\.validatedNames)
    default: []
    }
  }
}

extension RecordFields {
  /// The record names that must exist before the fields can be stored.
  var validatedNames: [RecordName] { values.flatMap(\.validatedNames).sorted() }
}
