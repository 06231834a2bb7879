import ArgumentParser
import Catalog
import FeedHealth

/// The feeds to probe.
struct ProbeSelectionOptions: ParsableArguments {
  @Argument(help: "Feeds to fetch, due or not: their URLs, record names, or titles. (default: all that are due)")
  var feeds: [String] = []

  @Flag(help: "Also probe feeds that are not due.")
  var all = false

  @Option(help: ArgumentHelp("Probe only the feeds of this category.", valueName: "slug"))
  var category: String?

  @Option(help: "Maximum feeds to probe, least recently probed first.")
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Share of the hosts to probe, to split a run between machines: 1/4 to 4/4.", valueName: "i/n"))
  var shard: ProbeSelection.Shard?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more, not \(limit)") }
  }
}

extension ProbeSelection {
  /// Selects feeds of a container.
  /// - Throws: `CommandFailure` if no feed matches an argument.
  init(_ options: ProbeSelectionOptions, in opened: ContainerHandle) async throws {
    self.init()
    includesAll = options.all
    category = options.category
    limit = options.limit
    shard = options.shard
    if !options.feeds.isEmpty { feeds = Set(try await opened.feeds(named: options.feeds)) }
  }
}

extension ProbeSelection.Shard: ExpressibleByArgument {
  package init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
    self.init(index, of: count)
  }
}
