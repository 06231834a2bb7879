import Foundation

/// The time to seed a new container, relative to the same rows through the SQLite C interface.
struct SeedBenchmark: Benchmark {
  let name = "seed"
  let summary =
    "100,000 feeds with their metadata; peer: the same rows into the same tables and indexes by the C interface"

  private static let feeds = 100_000

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let files = try GeneratedFeeds.seedFiles(count: Self.feeds, in: folder)
    var memory = 0.0
    let times = try Stopwatch.medians(3) { round in
      let container = folder.path("\(round).sqlite")
      let cost = try ChildProcess.run(["seed"] + files + ["--container", container])
      memory = max(memory, cost.megabytes)
      let copy = try CopiedContainer(of: container)
      guard copy.rows >= 2 * Self.feeds else {
        throw ChildFailure(description: "the container has \(copy.rows) rows")
      }
      return [cost.seconds, try copy.write(to: folder.path("\(round)-floor.sqlite"))]
    }
    return [
      .time(3, "seed", times[0], floor: times[1], of: "the C interface's"),
      // A plan holds all its records, which is about 9 KB for each feed.
      .memory(memory, atMost: 1000),
    ]
  }
}

/// A container's tables, indexes, triggers, and rows in memory, as the baseline for writing.
struct CopiedContainer {
  private struct Table {
    let name: String
    let columns: [String]
    let rows: [[SQLiteConnection.Value]]
  }

  private let statements: [String]
  private let tables: [Table]

  var rows: Int { tables.reduce(0) { $0 + $1.rows.count } }

  /// Reads the declarations of a container and the rows of its record types, without rows that triggers derive.
  init(of path: String) throws {
    let connection = try SQLiteConnection(path)
    statements = try connection.texts(
      // A full-text index creates its own tables.
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

  /// Writes everything to a new file in one transaction, with one prepared statement per table and without syncing.
  /// - Returns: The elapsed seconds.
  func write(to path: String) throws -> Double {
    let connection = try SQLiteConnection(path)
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
}
