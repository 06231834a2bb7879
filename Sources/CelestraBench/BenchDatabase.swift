import GRDBSQLite

/// A container's file through SQLite's own interface: the floor under the store.
final class BenchDatabase {
  private let handle: OpaquePointer

  /// Opens a file with the pages and journal the program has.
  init(_ path: String) throws {
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
      throw ChildFailure(description: "cannot open \(path)")
    }
    self.handle = handle
    try run("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -131072")
  }

  deinit { sqlite3_close(handle) }

  /// Runs statements that answer with nothing.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// Steps through all rows of a query and reads every column.
  /// - Returns: how many rows there are.
  @discardableResult
  func scan(_ sql: String) throws -> Int {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else { throw failure(sql) }
    defer { sqlite3_finalize(statement) }
    let columns = sqlite3_column_count(statement)
    var rows = 0
    var bytes = 0
    while sqlite3_step(statement) == SQLITE_ROW {
      rows += 1
      for column in 0..<columns {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_TEXT:
          _ = sqlite3_column_text(statement, column)
          bytes += Int(sqlite3_column_bytes(statement, column))
        case SQLITE_FLOAT: bytes += Int(sqlite3_column_double(statement, column))
        default: bytes &+= Int(sqlite3_column_int64(statement, column))
        }
      }
    }
    return bytes == .min ? 0 : rows
  }

  private func failure(_ sql: String) -> ChildFailure {
    ChildFailure(description: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
  }
}
