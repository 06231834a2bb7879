import ArgumentParser
import Catalog
import CloudKitRecords
import FeedHealth

/// The feeds to probe.
struct ProbeSelectionOptions: ParsableArguments {
  @Flag(help: "Also probe feeds that are not due.")
  var all = false

  @Option(help: ArgumentHelp("Probe only the feeds of this category.", valueName: "slug"))
  var category: String?

  @Option(
    help: ArgumentHelp(
      "Feed to probe, due or not: its URL, record name, or title. Repeatable.", valueName: "feed"))
  var feed: [String] = []

  @Option(help: "Maximum feeds to probe, least recently probed first.")
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Share of the hosts to probe, to split a run between machines: 1/4 to 4/4.", valueName: "i/n"))
  var shard: ProbeSelection.Shard?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more, not \(limit)") }
  }

  /// Returns the selection of feeds in a container.
  /// - Throws: `CommandFailure` if no feed matches a `--feed`.
  func selection(in opened: ContainerOptions.Opened) async throws -> ProbeSelection {
    var selection = ProbeSelection()
    selection.includesAll = all
    selection.category = category
    selection.limit = limit
    selection.shard = shard
    if !feed.isEmpty {
      var names: Set<RecordName> = []
      for text in feed {
        let found = try await FeedSearch(opened.reader).names(for: text)
        if found.isEmpty {
          let shown = FeedURL.redacted(text)
          throw CommandFailure("no feed matches '\(shown)' in \(opened.name); pass its URL, record name, or title")
        }
        names.formUnion(found)
      }
      selection.feeds = names
    }
    return selection
  }
}

extension ProbeSelection.Shard: ExpressibleByArgument {
  package init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
    self.init(index, of: count)
  }
}
