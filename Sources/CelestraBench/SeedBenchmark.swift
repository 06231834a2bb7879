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
