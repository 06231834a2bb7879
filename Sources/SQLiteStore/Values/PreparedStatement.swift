import GRDB
import GRDBSQLite

/// A statement of one connection, bound and stepped through SQLite's own functions.
///
/// GRDB passes strings to SQLite as C strings, so a text would end at its first NUL and a record would not survive a
/// round trip. Binding column by column without boxing keeps the store near SQLite's own speed.
struct PreparedStatement {
  private let statement: Statement
  private let handle: OpaquePointer

  /// Prepares a statement, cached per connection.
  init(_ sql: String, in database: Database) throws {
    statement = try database.cachedStatement(sql: sql)
    handle = statement.sqliteStatement
    reset()
  }

  /// Prepares a statement that will not be reused.
  init(once sql: String, in database: Database) throws {
    statement = try database.makeStatement(sql: sql)
    handle = statement.sqliteStatement
  }

  /// Ends a run, so that the statement can be bound and run again.
  func reset() { sqlite3_reset(handle) }

  /// Binds a value to a parameter, counting from 1.
  func bind(_ value: StoredValue, at index: Int) throws {
    let position = Int32(index)
    let code =
      switch value {
      case .null: sqlite3_bind_null(handle, position)
      case .integer(let integer): sqlite3_bind_int64(handle, position, integer)
      case .real(let double): sqlite3_bind_double(handle, position, double)
      // SQLite binds a null pointer as NULL.
      case .text(""): sqlite3_bind_text(handle, position, "", 0, nil)
      case .blob([]): sqlite3_bind_zeroblob(handle, position, 0)
      case .text(var string):
        string.withUTF8 { text in
          text.withMemoryRebound(to: CChar.self) {
            sqlite3_bind_text64(handle, position, $0.baseAddress, UInt64($0.count), copied, UInt8(SQLITE_UTF8))
          }
        }
      case .blob(let bytes):
        bytes.withUnsafeBytes { sqlite3_bind_blob64(handle, position, $0.baseAddress, UInt64($0.count), copied) }
      }
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Binds values to the parameters, in order.
  func bind(_ values: [StoredValue]) throws {
    for (index, value) in values.enumerated() { try bind(value, at: index + 1) }
  }

  /// Advances to the next row; returns `false` at the end.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let failure = failure(code)
      reset()
      throw failure
    }
  }

  /// Runs a statement that returns no rows.
  func run() throws {
    _ = try step()
    reset()
  }

  /// The storage class of a column's value.
  enum Kind { case null, integer, real, text, blob }

  /// Returns the storage class of a column, counting from 0.
  func kind(_ index: Int) -> Kind {
    switch sqlite3_column_type(handle, Int32(index)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  func column(_ index: Int) -> StoredValue {
    switch kind(index) {
    case .null: .null
    case .integer: .integer(integer(index))
    case .real: .real(real(index))
    case .text: .text(string(index))
    case .blob: .blob(blob(index))
    }
  }

  /// Returns the text of a column; `nil` for NULL.
  func text(_ index: Int) -> String? { kind(index) == .null ? nil : string(index) }

  /// Returns the text of a column that is not NULL.
  func string(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

  /// Returns the integer of a column; 0 for NULL.
  func integer(_ index: Int) -> Int64 { sqlite3_column_int64(handle, Int32(index)) }

  /// Returns the number of a column; 0 for NULL.
  func real(_ index: Int) -> Double { sqlite3_column_double(handle, Int32(index)) }

  /// Returns the bytes of a blob column.
  func blob(_ index: Int) -> [UInt8] {
    let start = sqlite3_column_blob(handle, Int32(index))
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(index)))))
  }

  /// Returns the bytes of a column's text, valid until the next step.
  func bytes(_ index: Int) -> UnsafeRawBufferPointer {
    // Get the pointer before the length: reading text may convert the value and change its length.
    let start = sqlite3_column_text(handle, Int32(index))
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(index))))
  }

  /// The destructor value that tells SQLite to copy a bound value.
  private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  private func failure(_ code: Int32) -> DatabaseError {
    let message = sqlite3_db_handle(handle).flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
    return DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
  }
}

extension Database {
  /// Runs `body` in a transaction.
  ///
  /// GRDB prepares its own transaction statements every time, and any preparation through GRDB makes SQLite prepare all
  /// cached statements again (`sqlite3_set_authorizer`; seen in a profile, 2026-11).
  func transaction<Value>(_ begin: String, _ body: () throws -> Value) throws -> Value {
    try PreparedStatement(begin, in: self).run()
    do {
      let value = try body()
      try PreparedStatement("COMMIT", in: self).run()
      return value
    } catch {
      try? PreparedStatement("ROLLBACK", in: self).run()
      throw error
    }
  }
}
