import GRDBSQLite

/// A database through the SQLite C interface, as a baseline.
final class SQLiteConnection {
  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
  }

  private let handle: OpaquePointer

  /// Opens or creates a file.
  init(_ path: String) throws {
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
      throw ChildFailure(description: "cannot open \(path)")
    }
    self.handle = handle
  }

  deinit { sqlite3_close(handle) }

  private func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw ChildFailure(description: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
    }
    return statement
  }

  /// Runs statements that return no rows.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw ChildFailure(description: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
    }
  }

  /// Returns the non-null values in the first column of a query.
  func texts(_ sql: String) throws -> [String] {
    let statement = try prepare(sql)
    defer { sqlite3_finalize(statement) }
    var texts: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      if let text = sqlite3_column_text(statement, 0) { texts.append(String(cString: text)) }
    }
    return texts
  }

  func rows(_ sql: String) throws -> [[Value]] {
    let statement = try prepare(sql)
    defer { sqlite3_finalize(statement) }
    let count = sqlite3_column_count(statement)
    var rows: [[Value]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<count).map { column in
          switch sqlite3_column_type(statement, column) {
          case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
          case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
          case SQLITE_NULL: return .null
          default:
            let size = Int(sqlite3_column_bytes(statement, column))
            let start = sqlite3_column_text(statement, column)
            return .text(Array(UnsafeBufferPointer(start: start, count: size)))
          }
        })
    }
    return rows
  }

  /// Runs a statement once per row of values.
  func insert(_ sql: String, _ rows: [[Value]]) throws {
    let statement = try prepare(sql)
    defer { sqlite3_finalize(statement) }
    for row in rows {
      for (index, value) in row.enumerated() {
        let place = Int32(index + 1)
        switch value {
        case .null: sqlite3_bind_null(statement, place)
        case .integer(let number): sqlite3_bind_int64(statement, place, number)
        case .real(let number): sqlite3_bind_double(statement, place, number)
        case .text(let bytes):
          // The bytes outlive the step, so SQLite does not copy them.
          bytes.withUnsafeBufferPointer { buffer in
            _ = buffer.withMemoryRebound(to: CChar.self) {
              sqlite3_bind_text(statement, place, $0.baseAddress, Int32($0.count), nil)
            }
          }
        }
      }
      guard sqlite3_step(statement) == SQLITE_DONE else {
        throw ChildFailure(description: String(cString: sqlite3_errmsg(handle)))
      }
      sqlite3_reset(statement)
    }
  }
}
