import CloudKitRecords
import CloudKitSchema

import struct CloudKitRecords.Record

/// The columns of a type's table that a record takes.
struct RecordSelection: Sendable {
  /// A column of the row that holds a field, and the one after it that holds a reference's action.
  let fields: [FieldColumn]
  /// The names of the fields, which all records read share.
  let names: [String]
  /// How many columns there are.
  let width: Int
  /// The columns, for after SELECT, of the table called `t`.
  let columns: String

  /// The columns of fields, and of what every record has.
  init(of fields: [FieldColumn]) {
    self.fields = fields
    names = fields.map(\.name)
    let system = TableLayout.systemColumns.map { quoted($0.name) }
    let selected = system + fields.flatMap { [$0.sql] + ($0.actionColumn.map { [$0] } ?? []) }
    width = selected.count
    columns = selected.map { "t.\($0)" }.joined(separator: ", ")
  }
}

/// What to select of a type's table, and records made of its rows.
struct RecordReader {
  private let type: RecordType.Name
  private let selection: RecordSelection
  /// How many columns a record takes.
  var width: Int { selection.width }
  /// The columns, for after SELECT, of the table called `t`.
  var columns: String { selection.columns }

  /// A reader of the fields that are asked for; `nil` for all.
  init(_ table: TableLayout, desiredFields: [String]?) {
    type = table.type.name
    if let desiredFields {
      let desired = Set(desiredFields)
      selection = RecordSelection(of: table.columns.filter { desired.contains($0.name) })
    } else {
      selection = table.selection
    }
  }

  /// The record of the row a statement stands on.
  /// - Throws: `RecordStoreError.malformedReply` where a column does not hold what its field is.
  func record(_ row: PreparedStatement) throws -> Record {
    let name = RecordName(row.text(1) ?? "")
    var values: [FieldValue?] = []
    values.reserveCapacity(selection.fields.count)
    var index = TableLayout.systemColumns.count
    for column in selection.fields {
      do {
        values.append(try column.value(in: row, at: index))
      } catch let misfit {
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
