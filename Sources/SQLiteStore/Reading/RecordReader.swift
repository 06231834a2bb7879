import CloudKitRecords
import CloudKitSchema

import struct CloudKitRecords.Record

/// The columns of a type's table that a record needs.
struct RecordSelection: Sendable {
  /// The columns of the fields; a reference's action is in the next column.
  let fields: [FieldColumn]
  /// The field names, shared by all records read.
  let names: [String]
  /// The number of columns.
  let width: Int
  /// The column list for SELECT, on the table aliased `t`.
  let columns: String

  /// Selects the columns of the given fields and the system columns.
  init(of fields: [FieldColumn]) {
    self.fields = fields
    names = fields.map(\.name)
    let system = TableLayout.systemColumns.map { quoted($0.name) }
    let selected = system + fields.flatMap { [$0.sql] + ($0.actionColumn.map { [$0] } ?? []) }
    width = selected.count
    columns = selected.map { "t.\($0)" }.joined(separator: ", ")
  }
}

/// A reader that creates records from the rows of a type's table.
struct RecordReader {
  private let type: RecordType.Name
  private let selection: RecordSelection
  /// Whether a value of the wrong type is read as stored.
  private let isTolerant: Bool
  /// The number of columns per record.
  var width: Int { selection.width }
  /// The column list for SELECT, on the table aliased `t`.
  var columns: String { selection.columns }

  /// Creates a reader of the desired fields; `nil` for all.
  init(_ table: TableLayout, desiredFields: [String]?, isTolerant: Bool = false) {
    type = table.type.name
    self.isTolerant = isTolerant
    if let desiredFields {
      let desired = Set(desiredFields)
      selection = RecordSelection(of: table.columns.filter { desired.contains($0.name) })
    } else {
      selection = table.selection
    }
  }

  /// Returns the record of a statement's current row.
  /// - Throws: `RecordStoreError.malformedReply` if a column does not hold a value of its field's type.
  func record(_ row: PreparedStatement) throws -> Record {
    let name = RecordName(row.text(1) ?? "")
    var values: [FieldValue?] = []
    values.reserveCapacity(selection.fields.count)
    var index = TableLayout.systemColumns.count
    for column in selection.fields {
      do {
        values.append(try column.value(in: row, at: index))
      } catch let misfit {
        guard !isTolerant else {
          values.append(column.storedValue(in: row, at: index))
          index += column.isReference ? 2 : 1
          continue
        }
        throw RecordStoreError.malformedReply(
          reason: "field '\(misfit.field)' of record '\(name)' holds \(misfit.found), not \(misfit.type);"
            + " mend or clear it in the container")
      }
      index += column.isReference ? 2 : 1
    }
    return Record(
      type: type, name: name, changeTag: row.text(6), fields: RecordFields(names: selection.names, values: values),
      created: Authorship(at: Timestamp(milliseconds: row.integer(2)), by: row.text(3).map { RecordName($0) }),
      modified: Authorship(at: Timestamp(milliseconds: row.integer(4)), by: row.text(5).map { RecordName($0) }))
  }
}
