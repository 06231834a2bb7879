import CloudKitRecords
import CloudKitSchema
import GRDB

import struct CloudKitRecords.Record

/// A reader that creates records from the rows of a type's table.
struct RecordReader: Sendable {
  /// The number of columns per record.
  let width: Int
  /// The column list for SELECT, on the table aliased `t`.
  let columns: String
  /// Whether a value of the wrong type is read as stored.
  var isTolerant = false
  private let type: RecordType.Name
  /// The columns of the fields; a reference's action is in the next column.
  private let fields: [FieldColumn]

  init(_ type: RecordType, fields: [FieldColumn]) {
    self.type = type.name
    self.fields = fields
    let selected = TableLayout.systemColumns.map { quoted($0.name) } + fields.flatMap(\.sqlNames)
    width = selected.count
    columns = selected.map { "t.\($0)" }.joined(separator: ", ")
  }

  /// Returns the record of a statement's current row.
  /// - Throws: `RecordStoreError.malformedReply` if a column does not hold a value of its field's type.
  func record(_ row: Row) throws -> Record {
    let name = RecordName(row.text(1) ?? "")
    var values: RecordFields = [:]
    values.reserveCapacity(fields.count)
    var index = TableLayout.systemColumns.count
    for column in fields {
      do {
        values[column.name] = try column.value(in: row, at: index)
      } catch let misfit {
        guard !isTolerant else {
          values[column.name] = column.storedValue(in: row, at: index)
          index += column.isReference ? 2 : 1
          continue
        }
        throw RecordStoreError.malformedReply(reason: misfit.message(at: "record '\(name)'"))
      }
      index += column.isReference ? 2 : 1
    }
    return Record(
      type: type, name: name, changeTag: row.text(6), fields: values,
      created: Authorship(at: Timestamp(milliseconds: row.integer(2)), by: row.text(3).map { RecordName($0) }),
      modified: Authorship(at: Timestamp(milliseconds: row.integer(4)), by: row.text(5).map { RecordName($0) }))
  }
}
