import Foundation

/// The time to seed a new container, and to seed it again, relative to the same rows through the SQLite C interface.
struct SeedBenchmark: Benchmark {
  let name = "seed"
  let summary =
    "100,000 feeds with their metadata; floor: the same rows into the same tables and indexes by the C interface"

  private static let feeds = 100_000

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let files = try GeneratedFeeds.seedFiles(count: Self.feeds, in: folder)
    var memory = 0.0
    let times = try Stopwatch.medians(3) { round in
      let container = folder.path("\(round).sqlite")
      let costs = try (0..<2).map { _ in try ChildProcess.run(["seed"] + files + ["--container", container]) }
      memory = costs.map(\.megabytes).reduce(memory, max)
      let copy = try CopiedContainer(of: container)
      guard copy.rows >= 2 * Self.feeds else {
        throw ChildFailure(description: "the container has \(copy.rows) rows")
      }
      return costs.map(\.seconds) + [try copy.write(to: folder.path("\(round)-floor.sqlite"))]
    }
    return [
      .time(2, "seed", times[0], floor: times[2]),
      .time(0.5, "seed again", times[1], floor: times[0], of: "the first time's"),
      .memory(memory, atMost: 300),
    ]
  }
}

/// The time to plan a list that a container already contains, relative to reading both once.
struct SeedPlanBenchmark: Benchmark {
  let name = "plan"
  let summary =
    "a list of 200,000 feeds the container holds; floor: a scan of the columns compared, and reading the list"

  private static let feeds = 200_000
  private static let scan = """
    SELECT ___recordID, feedURL, title, subtitle, siteURL, imageURL, category, language, isFeatured, isVerified, isActive,
      tags, addedAt FROM PublicFeed
    """

  func run(in folder: BenchmarkFolder) throws -> [Figure] {
    let list = try folder.write(GeneratedFeeds.opml(count: Self.feeds), to: "list.opml")
    let container = folder.path("container.sqlite")
    let arguments = ["seed", "feeds", list, "--container", container]
    let categories = try folder.write(GeneratedFeeds.categoriesFile(), to: "categories.json")
    _ = try ChildProcess.run(["seed", categories, "--container", container])
    _ = try ChildProcess.run(arguments)
    let database = try SQLiteConnection(container)
    var memory = 0.0
    let times = try Stopwatch.medians(3) { _ in
      let cost = try ChildProcess.run(arguments + ["--dry-run"])
      memory = max(memory, cost.megabytes)
      let scan = try Stopwatch.seconds {
        let rows = try database.scan(Self.scan)
        guard rows == Self.feeds else { throw ChildFailure(description: "the container has \(rows) feeds") }
      }
      return [cost.seconds, try scan + OPMLBenchmark.read(list)]
    }
    return [
      .time(5, "seed feeds --dry-run", times[0], floor: times[1]), .memory(memory, atMost: 400),
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
