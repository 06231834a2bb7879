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
    try await options.checkTruth(merge.changes, of: opened)
    let titles = [pair.kept.name: pair.kept.title, pair.other.name: pair.other.title]
    let items = merge.changes.map { ChangeItem($0, titles: titles) }
    var report = ChangeReport("feeds merge", opened.name, asOf: options.clock.asOf, items)
    report.details = [
      "subscriptions": merge.subscriptions, "articles": merge.articles, "collections": merge.collections,
    ]
    if options.plan.file != nil, opened.isCloud, !merge.subscriptionChanges.isEmpty {
      throw CommandFailure(
        "'\(pair.other.title)' has \(merge.subscriptionChanges.count.of("subscription")), and a plan does not stop if the key may"
          + " not change them; merge without --plan-out, which does")
    }
    if !options.plan.isApplied {
      report.remarks = merge.stakes
      var write = options.write(merge.changes, to: opened)
      try await write.findCascade(in: opened.schema)
      return try await options.finish(write, of: opened, report)
    }
    try await write(merge, pair, in: opened, to: &report)
    try options.output.write(report, exit: report.status)
  }

  private func pair(in opened: ContainerHandle) async throws -> (kept: Record, other: Record) {
    let finder = CatalogFinder(try opened.reader)
    let pair = (kept: try await finder.feed(kept), other: try await finder.feed(other))
    if pair.kept.name == pair.other.name { throw CommandFailure("both are the feed '\(pair.kept.title)'") }
    return pair
  }

  /// Writes the subscriptions, then what else goes over, then plans again and removes the other feed. It stays if a
  /// change fails.
  private func write(
    _ merge: FeedMerge, _ pair: (kept: Record, other: Record), in opened: ContainerHandle,
    to report: inout ChangeReport
  ) async throws {
    let question = "merge the feed '\(pair.other.title)' into '\(pair.kept.title)', and delete it?"
    let text = (merge.stakes + [question]).joined(separator: "\n")
    try Confirmation.require(
      text, of: opened.container, options.container.approval,
      showing: WritePreview(of: opened.container, merge.changes).text())
    var outcome = ChangeOutcome()
    func write(_ changes: [PlannedChange]) async throws -> Bool {
      let write = PlannedWrite(changes, to: opened, .given(for: opened.container))
      guard let written = try await write.run(in: { opened.store }) else { return false }
      outcome.add(written, keepingFailures: ChangeRun.failuresKept)
      return written.failed == 0 && !written.wasStopped
    }
    var isMerged = try await write(merge.subscriptionChanges)
    if isMerged { isMerged = try await write(merge.moves) } else { outcome.keep(merge.moves) }
    if isMerged {
      let rest = try await FeedMerge(of: pair.other, into: pair.kept, in: opened.reader, asOf: options.clock.asOf)
      isMerged = try await write(rest.changes)
    } else {
      Terminal.note("'\(pair.other.title)' stays, because not everything could go over")
      outcome.keep(merge.removals)
    }
    report.add(outcome)
    if isMerged { Terminal.note(advice(pair)) }
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
