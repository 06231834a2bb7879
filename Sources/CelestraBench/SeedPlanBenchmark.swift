import Foundation
import GRDBSQLite

/// Planning a list against a container that holds all of it, against reading both sides once.
struct SeedPlanBenchmark: Benchmark {
  let name = "plan"
  let summary =
    "a list of 200,000 feeds the container holds; floor: a scan of the columns compared, and reading the list"

  private static let feeds = 200_000
  private static let rounds = 3
  private static let columns = [
    "___recordID", "feedURL", "title", "subtitle", "siteURL", "imageURL", "category", "language", "isFeatured",
    "isVerified", "isActive", "tags", "addedAt",
  ]

  func run() throws -> [Figure] {
    try ChildProcess.build()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let list = folder.appendingPathComponent("list.opml")
    try GeneratedOPML.list(count: Self.feeds).write(to: list)
    let container = folder.appendingPathComponent("container.sqlite").path
    let arguments = ["seed", "feeds", list.path, "--container", container]
    let categories = folder.appendingPathComponent("categories.json")
    try GeneratedFeeds.categoriesFile().write(to: categories)
    _ = try ChildProcess.run(["seed", categories.path, "--container", container])
    _ = try ChildProcess.run(arguments)

    var plans: [ChildProcess.Cost] = []
    var floors: [Double] = []
    for _ in 0..<Self.rounds {
      plans.append(try ChildProcess.run(arguments + ["--dry-run"]))
      floors.append(try Self.scan(container) + OPMLBenchmark.read(list))
    }
    let plan = Stopwatch.median(plans.map(\.seconds))
    let floor = Stopwatch.median(floors)
    let memory = plans.map(\.megabytes).max() ?? 0
    return [
      .atMost(5, "seed feeds --dry-run", Self.shown(plan), floor: Self.shown(floor), ratio: plan / floor),
      .atMost(1, "memory", "\(Int(memory)) MB", floor: "400 MB", ratio: memory / 400),
    ]
  }

  /// Reads the columns of every feed through SQLite's own interface.
  /// - Returns: the seconds it takes.
  private static func scan(_ path: String) throws -> Double {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
      throw ChildFailure(description: "cannot open \(path)")
    }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    guard sqlite3_prepare_v2(handle, "SELECT \(names) FROM \"PublicFeed\"", -1, &statement, nil) == SQLITE_OK else {
      throw ChildFailure(description: sqlite3_errmsg(handle).map { String(cString: $0) } ?? "the scan failed")
    }
    var rows = 0
    var bytes = 0
    let seconds = Stopwatch.seconds {
      while sqlite3_step(statement) == SQLITE_ROW {
        rows += 1
        for column in 0..<Int32(columns.count) where sqlite3_column_text(statement, column) != nil {
          bytes += Int(sqlite3_column_bytes(statement, column))
        }
      }
    }
    guard rows == feeds, bytes > rows else { throw ChildFailure(description: "the container has \(rows) feeds") }
    return seconds
  }

  private static func shown(_ seconds: Double) -> String { "\((seconds * 100).rounded() / 100) s" }
}
