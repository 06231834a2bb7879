import CSV
import CloudKitRecords
import CloudKitSchema
import Diagnostics

/// Records of one type as CSV: a column of record names, and a column per field.
///
/// A cell has the text that `FieldValue(text:as:)` reads. An empty cell has no value, and a cell of two quotes an empty
/// text, as in PostgreSQL's COPY.
struct RecordColumns: Sendable {
  static let nameColumn = "recordName"
  /// A column of other programs and of `records list`; its cells state the type.
  static let typeColumn = "recordType"

  private let fields: [Field]
  private let writer = CSVWriter()

  /// - Parameter skipped: The fields to leave out, as `Type.field`.
  init(_ type: RecordType, skipping skipped: [String]) {
    fields = type.fields.filter { !SystemField.isReserved($0.name) && !skipped.contains("\(type.name).\($0.name)") }
  }

  var head: [UInt8] { Array(writer.line([Self.nameColumn] + fields.map(\.name)).utf8) }

  /// - Throws: A mistake for a value that has no column, or whose text is not read back as the same value.
  func row(_ record: Record) throws(RequestMistake) -> [UInt8] {
    if let other = Set(record.fields.keys).subtracting(fields.map(\.name)).min() {
      throw RequestMistake(
        "the schema has no field \(record.type).\(other), which '\(record.name)' has; pass the current schema")
    }
    var cells: [String?] = [record.name.rawValue]
    for field in fields {
      guard let value = record[field.name] else {
        cells.append(nil)
        continue
      }
      let text = value.plainText
      guard FieldValue(text: text, as: field.type)?.isIdentical(to: value) == true else {
        throw RequestMistake(
          "\(field.name) of '\(record.name)' is \(DisplayText.line(text, atMost: 60)), which CSV cannot hold exactly; "
            + "use --format jsonl, or leave the field out with --skip-field \(record.type).\(field.name)")
      }
      cells.append(text)
    }
    return Array(writer.row(cells).utf8)
  }
}
