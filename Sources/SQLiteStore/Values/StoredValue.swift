import CloudKitRecords
import Foundation
import GRDB
import GRDBSQLite
import JSON

enum StoredValue: Codable, Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Creates a field's value as its column stores it; the action of a reference has its own column.
  init(_ value: FieldValue) {
    switch value {
    case .string(let string): self = .text(string)
    case .int64(let integer): self = .integer(integer)
    case .double(let double): self = .real(double)
    case .timestamp(let timestamp): self = .integer(timestamp.milliseconds)
    case .bytes(let bytes): self = .blob(bytes)
    case .reference(let reference): self = .text(reference.recordName.rawValue)
    case .location, .asset, .list:
      // One spelling per value, so that equal values have equal text.
      let json = JSONWriter.document(capacity: 64) { $0.fieldValue(value, in: .stored) }
      self = .text(String(decoding: json, as: UTF8.self))
    }
  }

  /// Creates a value as the table of a list's members stores it, in its JSON form.
  init(member value: FieldValue) {
    switch value {
    case .bytes(let bytes): self = .text(Data(bytes).base64EncodedString())
    default: self.init(value)
    }
  }

  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let integer): integer.databaseValue
    case .real(let double): double.databaseValue
    case .text(let text): text.databaseValue
    case .blob(let bytes): Data(bytes).databaseValue
    }
  }
}

// GRDB passes and reads texts as C strings, which end at a NUL. A text of CloudKit may have one.

extension Database {
  /// - Parameter isReused: Whether the connection keeps the statement, of which there must be few.
  func rows(_ sql: String, _ values: [StoredValue] = [], isReused: Bool = true) throws -> RowCursor {
    let statement = try isReused ? cachedStatement(sql: sql) : makeStatement(sql: sql)
    try statement.bind(values)
    return try Row.fetchCursor(statement)
  }

  /// Runs a statement without rows.
  func run(_ sql: String, _ values: [StoredValue]) throws {
    let statement = try cachedStatement(sql: sql)
    try statement.bind(values)
    try statement.execute()
  }
}

extension Statement {
  fileprivate func bind(_ values: [StoredValue]) throws {
    try setArguments(StatementArguments(values.map { $0.databaseValue }))
    for (index, value) in values.enumerated() {
      guard case .text(let text) = value, text.utf8.contains(0) else { continue }
      let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      let size = Int32(text.utf8.count)
      _ = text.withCString { sqlite3_bind_text(sqliteStatement, Int32(index + 1), $0, size, copied) }
    }
  }
}

extension Row {
  func value(_ index: Int) -> StoredValue {
    let value: DatabaseValue = self[index]
    return switch value.storage {
    case .null: .null
    case .int64(let integer): .integer(integer)
    case .double(let double): .real(double)
    case .blob(let data): .blob(Array(data))
    case .string: .text(String(decoding: self[index] as Data? ?? Data(), as: UTF8.self))
    }
  }

  /// Returns the text of a column; `nil` for NULL and other values.
  func text(_ index: Int) -> String? { if case .text(let text) = value(index) { text } else { nil } }

  /// Returns the integer of a column; 0 for NULL and other values.
  func integer(_ index: Int) -> Int64 { if case .integer(let integer) = value(index) { integer } else { 0 } }
}
