import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

struct FeedsMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge a feed into another, after confirmation.",
    discussion: """
      The subscriptions, articles, collections, and ratings of the second feed go to the first; then the second feed \
      and its metadata are deleted. If a record cannot be changed, such as a subscription without the permission, the \
      second feed stays. Run the command again to go on after a stop.
      """)

  @Argument(help: "Feed to keep: its URL, record name, or title.")
  var kept: String

  @Argument(help: "Feed to merge into it: its URL, record name, or title.")
  var other: String

  @OptionGroup var options: EditOptions

  func run() async throws {
    let opened = try options.open()
    let pair = try await pair(in: opened)
    let merge = try await FeedMerge(of: pair.other, into: pair.kept, in: opened.reader, asOf: options.clock.asOf)
    try await options.checkTruth(merge.moves + merge.removals, of: opened)
    let titles = [pair.kept.name: pair.kept.title, pair.other.name: pair.other.title]
    let items = (merge.moves + merge.removals).map { ChangeItem($0, titles: titles) }
    var report = ChangeReport("feeds merge", opened.name, asOf: options.clock.asOf, items)
    report.details = [
      "subscriptions": merge.subscriptions, "articles": merge.articles, "collections": merge.collections,
    ]
    if !options.plan.isApplied {
      report.remarks = merge.stakes
      return try await options.finish(options.write(merge.moves + merge.removals, to: opened), of: opened, report)
    }
    report.add(try await write(merge, pair, in: opened))
    Terminal.standardError.write("note: \(advice(pair))\n")
    try options.output.write(report)
    try report.status.exit()
  }

  private func pair(in opened: ContainerHandle) async throws -> (kept: Record, other: Record) {
    let finder = CatalogFinder(try opened.reader)
    let pair = (kept: try await finder.feed(kept), other: try await finder.feed(other))
    if pair.kept.name == pair.other.name { throw CommandFailure("both are the feed '\(pair.kept.title)'") }
    return pair
  }

  /// Writes what goes over, then plans again and removes the other feed, unless something could not go over.
  private func write(
    _ merge: FeedMerge, _ pair: (kept: Record, other: Record), in opened: ContainerHandle
  ) async throws -> ChangeOutcome? {
    let question = "merge the feed '\(pair.other.title)' into '\(pair.kept.title)', and delete it?"
    let text = (merge.stakes + [question]).joined(separator: "\n")
    try Confirmation.require(
      text, of: opened.container, options.container.approval,
      showing: WritePreview(of: opened.container, merge.moves + merge.removals).text())
    let moves = PlannedWrite(merge.moves, to: opened, .given(for: opened.container))
    guard var outcome = try await moves.run(in: { opened.store }) else { return nil }
    if outcome.failed > 0 || outcome.wasStopped {
      Terminal.standardError.write("note: '\(pair.other.title)' stays, because not everything could go over\n")
      return outcome
    }
    let rest = try await FeedMerge(of: pair.other, into: pair.kept, in: opened.reader, asOf: options.clock.asOf)
    let removals = PlannedWrite(rest.moves + rest.removals, to: opened, .given(for: opened.container))
    if let removed = try await removals.run(in: { opened.store }) {
      outcome.add(removed, keepingFailures: ChangeRun.failuresKept)
    }
    return outcome
  }

  private func advice(_ pair: (kept: Record, other: Record)) -> String {
    let url = pair.other[FeedField.feedURL]?.string.map(FeedURL.redacted) ?? ""
    return "in seed files, remove the merged feed, and add \"formerURLs\": [\"\(url)\"] to '\(pair.kept.title)'"
  }
}

extension FeedMerge {
  /// What the merge does, a line per kind of record.
  fileprivate var stakes: [String] {
    let over = [
      (subscriptions, "subscription"), (articles, "article"), (collections, "collection"),
    ].filter { $0.0 > 0 }.map { "\($0.0.of($0.1)) would go over" }
    let gone = [(repeatedSubscriptions, "subscription"), (repeatedArticles, "article")]
      .filter { $0.0 > 0 }.map { "\($0.0.of($0.1)) that the kept feed has already would be deleted" }
    return over + gone
  }
}
