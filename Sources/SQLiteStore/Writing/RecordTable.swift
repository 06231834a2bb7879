import CloudKitRecords
import CloudKitSchema
import GRDB

import struct CloudKitRecords.Record

/// A stored record: its table, row and version.
struct StoredRecord {
  let table: Int
  let rowID: Int64
  let changeTag: String
  /// The maximum size in bytes as CloudKit counts it; 0 if not measured.
  let size: Int
}

/// The metadata that a change writes to every record.
struct Revision {
  let changeTag: String
  let at: Timestamp
  let by: StoredValue

  init(changeTag: String, at: Timestamp, by: StoredValue) {
    self.changeTag = changeTag
    self.at = at
    self.by = by
  }

  /// Creates the revision of a record from another store; without authorship, its date is 1970-01-01.
  init(_ authorship: Authorship?, changeTag: String = "") {
    self.init(
      changeTag: changeTag, at: authorship?.at ?? Timestamp(milliseconds: 0),
      by: (authorship?.by).map { .text($0.rawValue) } ?? .null)
  }

  fileprivate var values: [StoredValue] { [.integer(at.milliseconds), by, .text(changeTag)] }
}

/// The write statements of one record type's table.
struct RecordTable {
  private let layout: TableLayout
  private let database: Database
  private let insertion: String

  init(_ layout: TableLayout, in database: Database) {
    self.layout = layout
    self.database = database
    insertion = layout.insertion
  }

  /// - Parameter created: The creation; `nil` for a record whose creation is its first revision.
  func insert(_ record: Record, created: Revision? = nil, _ revision: Revision) throws {
    let creation = created ?? revision
    var values: [StoredValue] = [.text(record.name.rawValue), .integer(creation.at.milliseconds), creation.by]
    values += revision.values
    for column in layout.columns { values += column.values(of: record.fields[column.name]) }
    try database.run(insertion, values)
  }

  /// Sets columns of a row to a record's values; columns without a value become NULL.
  /// - Parameter created: The creation to store; `nil` to keep the stored one.
  func update(
    _ row: Int64, to record: Record, columns indexes: [Int], created: Revision? = nil, _ revision: Revision
  ) throws {
    let columns = indexes.map { layout.columns[$0] }
    let creation = created.map { _ in TableLayout.creationColumns } ?? []
    let names = creation + TableLayout.revisionColumns + columns.flatMap(\.sqlNames)
    let values =
      (created.map { [.integer($0.at.milliseconds), $0.by] } ?? []) + revision.values
      + columns.flatMap { $0.values(of: record.fields[$0.name]) }
    try database.run(
      "UPDATE \(layout.table) SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE \"___rowid\" = ?",
      values + [.integer(row)])
  }

  func delete(_ row: Int64) throws {
    try database.run("DELETE FROM \(layout.table) WHERE \"___rowid\" = ?", [.integer(row)])
  }
}

extension FieldColumn {
  /// Returns the values of the column and, for a reference, of its action column.
  fileprivate func values(of value: FieldValue?) -> [StoredValue] {
    let stored = value.map { StoredValue($0) } ?? .null
    guard isReference else { return [stored] }
    let action = value?.reference?.action ?? .none
    return [stored, action == .none ? .null : .text(action.rawValue)]
  }
}

extension TableLayout {
  fileprivate static let creationColumns = ["___createTime", "___createdBy"].map { quoted($0) }
  fileprivate static let revisionColumns = ["___modTime", "___modifiedBy", "___etag"].map { quoted($0) }

  /// The statement that inserts a record with its name, creation, revision and all fields.
  fileprivate var insertion: String {
    let names =
      [quoted("___recordID")] + Self.creationColumns + Self.revisionColumns + columns.flatMap(\.sqlNames)
    return
      "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(SQLFragment.parameters(names.count)))"
  }

  /// The SQL expression for the maximum size of a row of the table aliased `t`. The JSON of a list has at least an
  /// eighth of the bytes that its members count: `[1]` counts 8.
  var measurement: String {
    let sizes = columns.map { column in
      let size =
        switch (column.type.isList, column.type.primitive) {
        case (true, _): "coalesce(8 * length(CAST(t.\(column.sql) AS BLOB)), 0)"
        case (_, .string), (_, .bytes), (_, .reference): "coalesce(length(CAST(t.\(column.sql) AS BLOB)), 0)"
        default: "128"
        }
      return "\(column.name.utf8.count) + \(size)"
    }
    return (["0"] + sizes).joined(separator: " + ")
  }
}
