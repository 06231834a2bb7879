import ArgumentParser
import Catalog
import CloudKitRecords
import FeedHealth

/// Which feeds are probed.
struct ProbeSelectionOptions: ParsableArguments {
  @Flag(help: "Probe feeds that are not due yet, too.")
  var all = false

  @Option(help: ArgumentHelp("Probe the feeds of this category only.", valueName: "slug"))
  var category: String?

  @Option(
    help: ArgumentHelp(
      "Probe this feed, due or not: its URL, record name or title; repeat it for several.", valueName: "feed"))
  var feed: [String] = []

  @Option(help: "Probe so many feeds at most, those first that were not probed for longest.")
  var limit: Int?

  @Option(
    help: ArgumentHelp(
      "Probe one of N shares of the hosts, so that several machines share a run: 1/4 to 4/4.", valueName: "i/n"))
  var shard: ProbeSelection.Shard?

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit is 1 or more, not \(limit)") }
  }

  /// The selection in a container.
  /// - Throws: where a feed that is named is not there.
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
          throw CommandFailure("no feed '\(shown)' in \(opened.name); give its URL, record name or title")
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
