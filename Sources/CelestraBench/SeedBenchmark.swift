import Foundation

/// Seeding a new container and seeding it again, against the same rows through SQLite's own interface.
struct SeedBenchmark: Benchmark {
  let name = "seed"
  let summary =
    "100,000 feeds with their metadata; floor: the same rows into the same tables and indexes by the C interface"

  private static let feeds = 100_000
  private static let rounds = 3

  func run() throws -> [Figure] {
    try ChildProcess.build()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["feeds.json", "categories.json"].map { folder.appendingPathComponent($0) }
    try GeneratedFeeds.seedFile(count: Self.feeds).write(to: files[0])
    try GeneratedFeeds.categoriesFile().write(to: files[1])

    var first: [ChildProcess.Cost] = []
    var again: [ChildProcess.Cost] = []
    var floor: [Double] = []
    for round in 0..<Self.rounds {
      let container = folder.appendingPathComponent("\(round).sqlite").path
      let arguments = ["seed"] + files.map(\.path) + ["--container", container]
      first.append(try ChildProcess.run(arguments))
      again.append(try ChildProcess.run(arguments))
      let copy = try CopiedContainer(of: container)
      guard copy.rows >= 2 * Self.feeds else { throw ChildFailure(description: "the container has \(copy.rows) rows") }
      floor.append(try copy.write(to: folder.appendingPathComponent("\(round)-floor.sqlite").path))
    }
    let seed = Stopwatch.median(first.map(\.seconds))
    let repeated = Stopwatch.median(again.map(\.seconds))
    let rows = Stopwatch.median(floor)
    let memory = (first + again).map(\.megabytes).max() ?? 0
    return [
      .atMost(2, "seed", Self.seconds(seed), floor: Self.seconds(rows), ratio: seed / rows),
      .atMost(
        0.5, "seed again", Self.seconds(repeated), floor: "\(Self.seconds(seed)) the first time", ratio: repeated / seed
      ),
      .atMost(1, "memory", "\(Int(memory)) MB", floor: "300 MB", ratio: memory / 300),
    ]
  }

  private static func seconds(_ seconds: Double) -> String { "\((seconds * 100).rounded() / 100) s" }
}
