import CloudKitRecords
import CloudKitSchema
import GRDB

import struct CloudKitRecords.Record

/// A stored record: its table, row and version.
struct StoredRecord {
  let table: Int
  /// The row; 0 for a new record of the request, which no other operation of the request names.
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
}

/// A record to insert. For a record without a separate creation, its creation is its first revision.
struct NewRecord {
  let record: Record
  var created: Revision?
  let revision: Revision
}

/// The shape of an update statement.
private struct UpdateKey: Hashable {
  let columns: [Int]
  var isByRow: Bool
}

/// The write statements of one record type's table, for the duration of one request.
final class RecordTable {
  private let layout: TableLayout
  private let database: Database
  /// The insert statements by number of records.
  private var inserting: [Int: PreparedStatement] = [:]
  private lazy var recordsPerInsertion = layout.recordsPerInsertion
  private var updating: [UpdateKey: PreparedStatement] = [:]

  init(_ layout: TableLayout, in database: Database) {
    self.layout = layout
    self.database = database
  }

  /// Inserts records in order.
  ///
  /// Before each statement that may fail halfway, FTS5 writes the words that it has collected to the file, so one
  /// statement inserts several records: 25,000 articles took 1.1 s with one record per statement and 0.7 s with 10 or
  /// more (measured 2026-11).
  func insert(_ records: [NewRecord]) throws {
    var rest = records[...]
    while !rest.isEmpty {
      let count = rest.count < recordsPerInsertion ? 1 : recordsPerInsertion
      let statement = try inserting[count] ?? PreparedStatement(layout.insertion(of: count), in: database)
      inserting[count] = statement
      var position = 1
      for new in rest.prefix(count) { try bind(new, to: statement, at: &position) }
      try statement.run()
      rest = rest.dropFirst(count)
    }
  }

  private func bind(_ new: NewRecord, to statement: PreparedStatement, at position: inout Int) throws {
    let created = new.created ?? new.revision
    try statement.bind(.text(new.record.name.rawValue), at: position)
    try statement.bind(.integer(created.at.milliseconds), at: position + 1)
    try statement.bind(created.by, at: position + 2)
    try bind(new.revision, to: statement, from: position + 3)
    position += 6
    for column in layout.columns {
      try bind(new.record.fields[column.name], of: column, to: statement, at: &position)
    }
  }

  /// The row to update.
  enum Target {
    case row(Int64)
    /// The row of the record's name, if it has the change tag and at most `room` bytes.
    case version(_ changeTag: String, room: Int)
  }

  /// Sets columns to a record's values; columns without a value become NULL.
  /// - Returns: Whether the row exists.
  @discardableResult
  func update(_ record: Record, at target: Target, columns: [Int], _ revision: Revision) throws -> Bool {
    var key = UpdateKey(columns: columns, isByRow: false)
    var values: [StoredValue]
    switch target {
    case .row(let id):
      key.isByRow = true
      values = [.integer(id)]
    case .version(let changeTag, let room):
      values = [.text(record.name.rawValue), .text(changeTag), .integer(Int64(room))]
    }
    let statement = try updating[key] ?? PreparedStatement(layout.update(key), in: database)
    updating[key] = statement
    try bind(revision, to: statement, from: 1)
    var position = 4
    for index in columns {
      let column = layout.columns[index]
      try bind(record.fields[column.name], of: column, to: statement, at: &position)
    }
    for (offset, value) in values.enumerated() { try statement.bind(value, at: position + offset) }
    try statement.run()
    return database.changesCount == 1
  }

  private func bind(_ revision: Revision, to statement: PreparedStatement, from position: Int) throws {
    try statement.bind(.integer(revision.at.milliseconds), at: position)
    try statement.bind(revision.by, at: position + 1)
    try statement.bind(.text(revision.changeTag), at: position + 2)
  }

  private func bind(
    _ value: FieldValue?, of column: FieldColumn, to statement: PreparedStatement, at position: inout Int
  ) throws {
    try statement.bind(value.map { StoredValue($0) } ?? .null, at: position)
    position += 1
    if column.isReference {
      let action = value?.reference?.action ?? .none
      try statement.bind(action == .none ? .null : .text(action.rawValue), at: position)
      position += 1
    }
  }
}

extension TableLayout {
  private static let revisionColumns = ["___modTime", "___modifiedBy", "___etag"].map { quoted($0) }

  private var insertedColumns: [String] {
    ["___recordID", "___createTime", "___createdBy"].map { quoted($0) } + Self.revisionColumns
      + columns.flatMap(\.sqlNames)
  }

  /// The number of records that one statement inserts if there are enough. A request of 200 records is a multiple.
  /// SQLite has at most 32,766 parameters (`SQLITE_MAX_VARIABLE_NUMBER`).
  fileprivate var recordsPerInsertion: Int { max(1, min(25, 32_766 / insertedColumns.count)) }

  /// Returns the statement that inserts a number of records, each with its name, creation, revision and all fields.
  fileprivate func insertion(of count: Int) -> String {
    let names = insertedColumns
    let values = Array(repeating: "(\(SQLFragment.parameters(names.count)))", count: count)
    return "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES \(values.joined(separator: ", "))"
  }

  /// Returns the statement that sets a row's revision and columns.
  fileprivate func update(_ key: UpdateKey) -> String {
    let names = Self.revisionColumns + key.columns.flatMap { columns[$0].sqlNames }
    let condition =
      key.isByRow
      ? "t.\"___rowid\" = ?" : "t.\"___recordID\" = ? AND t.\"___etag\" = ? AND (\(measurement)) <= ?"
    return "UPDATE \(table) AS t SET \(names.map { "\($0) = ?" }.joined(separator: ", ")) WHERE \(condition)"
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
