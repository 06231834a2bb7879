import CloudKitRecords
import CloudKitSchema
import GRDB

import struct CloudKitRecords.Record

/// A record that is there: whose table, which row, which version.
struct StoredRecord {
  let table: Int
  let rowID: Int64
  let changeTag: String
  /// At least as many bytes as it has by CloudKit's count; 0 where that was not asked.
  let size: Int
}

/// What is written to every record of a change.
struct Revision {
  let changeTag: String
  let at: Timestamp
  let by: StoredValue
}

/// The writing statements of one record type's table, for the length of one request.
final class RecordTable {
  private let layout: TableLayout
  private let database: Database
  private var inserting: PreparedStatement?
  private var updating: [[Int]: PreparedStatement] = [:]
  private var updatingByName: [[Int]: PreparedStatement] = [:]

  init(_ layout: TableLayout, in database: Database) {
    self.layout = layout
    self.database = database
  }

  /// Adds a record that is not there.
  func insert(_ record: Record, _ revision: Revision) throws {
    let statement = try inserting ?? PreparedStatement(layout.insertion, in: database)
    inserting = statement
    try statement.bind(.text(record.name.rawValue), at: 1)
    try statement.bind(.integer(revision.at.milliseconds), at: 2)
    try statement.bind(revision.by, at: 3)
    try bind(revision, to: statement, from: 4)
    var position = 7
    for column in layout.columns {
      try bind(record.fields[column.name], of: column, to: statement, at: &position)
    }
    try statement.run()
  }

  /// Sets columns of a row to a record's values; those it has no value for become NULL.
  func update(_ rowID: Int64, columns: [Int], of record: Record, _ revision: Revision) throws {
    let statement =
      try updating[columns]
      ?? PreparedStatement(layout.update(of: columns) + " WHERE t.\"___rowid\" = ?", in: database)
    updating[columns] = statement
    let position = try bind(columns, of: record, revision, to: statement)
    try statement.bind(.integer(rowID), at: position)
    try statement.run()
  }

  /// The same for the record of that name, where it is at a version and no larger than there is room for.
  /// - Returns: whether it was.
  func update(
    _ record: Record, at changeTag: String, room: Int, columns: [Int], _ revision: Revision
  ) throws -> Bool {
    let statement =
      try updatingByName[columns]
      ?? PreparedStatement(
        layout.update(of: columns)
          + " WHERE t.\"___recordID\" = ? AND t.\"___etag\" = ? AND (\(layout.measurement)) <= ?", in: database)
    updatingByName[columns] = statement
    let position = try bind(columns, of: record, revision, to: statement)
    try statement.bind(.text(record.name.rawValue), at: position)
    try statement.bind(.text(changeTag), at: position + 1)
    try statement.bind(.integer(Int64(room)), at: position + 2)
    try statement.run()
    return database.changesCount == 1
  }

  /// - Returns: the position of the next parameter.
  private func bind(
    _ columns: [Int], of record: Record, _ revision: Revision, to statement: PreparedStatement
  ) throws -> Int {
    try bind(revision, to: statement, from: 1)
    var position = 4
    for index in columns {
      let column = layout.columns[index]
      try bind(record.fields[column.name], of: column, to: statement, at: &position)
    }
    return position
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

  /// The statement that adds a record: its name, creation and revision, then all fields.
  fileprivate var insertion: String {
    let names =
      ["___recordID", "___createTime", "___createdBy"].map { quoted($0) } + Self.revisionColumns
      + columns.flatMap(Self.names)
    return "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(SQLFragment.parameters(names.count)))"
  }

  /// The statement that sets a row's revision and the columns, without its condition on the table called `t`.
  fileprivate func update(of indexes: [Int]) -> String {
    let names = Self.revisionColumns + indexes.flatMap { Self.names(of: columns[$0]) }
    return "UPDATE \(table) AS t SET \(names.map { "\($0) = ?" }.joined(separator: ", "))"
  }

  /// What bounds the size of a row of the table called `t` from above. The JSON of a list is at least an eighth of what its
  /// members count: `[1]` counts 8.
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

  private static func names(of column: FieldColumn) -> [String] {
    [column.sql] + (column.actionColumn.map { [$0] } ?? [])
  }
}
