import GRDBSQLite

/// A container's tables, indexes, triggers and rows in memory, to be written anew as fast as SQLite can.
struct CopiedContainer {
  private enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
  }

  private struct Table {
    let name: String
    let columns: [String]
    let rows: [[Value]]
  }

  private let statements: [String]
  private let tables: [Table]

  /// How many rows there are.
  var rows: Int { tables.reduce(0) { $0 + $1.rows.count } }

  /// Reads a container: its declarations, and the rows of its record types. What triggers derive from them is left out.
  init(of path: String) throws {
    let connection = try Connection(path)
    statements = try connection.texts(
      // Tables that belong to a full-text index are made by it.
      """
      SELECT sql FROM sqlite_master AS m WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' AND NOT EXISTS (
        SELECT 1 FROM sqlite_master AS v WHERE v.sql LIKE 'CREATE VIRTUAL%' AND m.name LIKE v.name || '\\_%' ESCAPE '\\')
      ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'index' THEN 1 ELSE 2 END
      """)
    let names = try connection.texts(
      "SELECT m.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE c.name = '___rowid'")
    tables = try names.map { name in
      let quoted = "\"\(name)\""
      let columns = try connection.texts("SELECT name FROM pragma_table_info('\(name)')")
      return Table(name: quoted, columns: columns, rows: try connection.rows("SELECT * FROM \(quoted)"))
    }
  }

  /// Writes everything into a new file in one transaction, one prepared statement a table, nothing synced.
  /// - Returns: the seconds it takes.
  func write(to path: String) throws -> Double {
    let connection = try Connection(path)
    for pragma in ["journal_mode=MEMORY", "synchronous=OFF", "cache_size=-64000", "temp_store=MEMORY"] {
      _ = try connection.texts("PRAGMA \(pragma)")
    }
    return try Stopwatch.seconds {
      try connection.run("BEGIN")
      for statement in statements { try connection.run(statement) }
      for table in tables {
        let places = table.columns.map { _ in "?" }.joined(separator: ",")
        try connection.insert("INSERT INTO \(table.name) VALUES (\(places))", table.rows)
      }
      try connection.run("COMMIT")
    }
  }

  private final class Connection {
    private let handle: OpaquePointer

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

    func run(_ sql: String) throws {
      guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
        throw ChildFailure(description: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
      }
    }

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
            // The bytes outlive the step, so SQLite need not copy them.
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
}
