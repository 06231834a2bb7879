import Foundation

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
