import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import FeedHealth
import Notation

struct ProbeSelectionOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("Feed to fetch, due or not.", valueName: "feed"))
  var feeds: [String] = []

  @Flag(name: .customLong("include-not-due"), help: "Also fetch feeds that are not due.")
  var all = false

  @Option(help: ArgumentHelp("Fetch only the feeds of this category.", valueName: "slug"))
  var category: String?

  @Option(
    help: ArgumentHelp("Fetch only feeds with at least this many subscribers.", valueName: "n", visibility: .hidden))
  var minSubscribers: Int?

  @Option(
    help: ArgumentHelp(
      "Fetch only feeds with at most this many failures since their last success.", valueName: "n", visibility: .hidden)
  )
  var maxFailures: Int?

  @Option(
    help: ArgumentHelp(
      "Fetch only feeds whose last attempt was before a date.", valueName: "date", visibility: .hidden),
    transform: DateArgument.read)
  var attemptedBefore: Timestamp?

  @Option(
    help: ArgumentHelp(
      "Maximum interval between two fetches of a feed, such as 1h, unless its publisher asks for more. (default: 3h)",
      valueName: "time", visibility: .hidden))
  var maxInterval: TimeSpan?

  @Option(help: ArgumentHelp("Maximum feeds, least recently fetched first; 0: all.", valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Share of the hosts to fetch from, to split a run between machines: 1/4 to 4/4.", valueName: "i/n",
      visibility: .hidden))
  var shard: ProbeSelection.Shard?

  func validate() throws {
    let intervals = DueRule.shortest...DueRule.longest
    if let maxInterval, !intervals.contains(maxInterval.duration / .seconds(1)) {
      throw ValidationError("--max-interval must be between 15m and 7d, not \(maxInterval)")
    }
  }
}

extension ProbeSelection {
  /// - Throws: `CommandFailure` if no feed matches a name.
  init(_ options: ProbeSelectionOptions, in opened: ContainerHandle) async throws {
    self.init()
    includesAll = options.all
    if let longest = options.maxInterval { rule.maximum = longest.duration / .seconds(1) }
    category = options.category
    minimumSubscribers = options.minSubscribers
    maximumFailures = options.maxFailures
    attemptedBefore = options.attemptedBefore
    limit = options.limit?.asLimit
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
