import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics
import Discovery
import FeedHealth
import Syndication

/// The feeds of some addresses, and the entry that was added to a list.
struct FeedsDiscoverReport: Report {
  let command = "feeds discover"
  let asOf: Timestamp?
  var found: [FoundFeeds] = []
  /// Where feeds are listed already.
  private(set) var places: [FeedURL.Key: String] = [:]
  /// Feeds that were removed from the list before.
  private(set) var former: [FeedURL.Key: FormerFeed] = [:]
  /// The entry for a list; `nil` without a feed, or if no entry is wanted.
  var entry: FeedSeed?
  /// Where the entry was added.
  var added: String?
  /// Why no entry was added.
  var refusal: String?
  var isDryRun = false

  init(asOf: Timestamp) { self.asOf = asOf }

  mutating func look(up known: KnownFeeds) async throws {
    for feed in found.flatMap(\.feeds) {
      former[feed.address.key] = known.former(feed.address)
      for url in [feed.address, feed.candidate.url] where places[feed.address.key] == nil {
        if let place = try await known.place(of: url) { places[feed.address.key] = place }
      }
    }
  }

  var status: ExitStatus { refusal != nil || found.contains { $0.best == nil } ? .answerIsNo : .done }

  var summary: EncodableObject {
    let change: EncodableObject? = entry.map { entry in
      let title = DisplayText.line(entry.fields[FeedField.title]?.string ?? "", atMost: 80)
      // The title of a commit and a pull request, in which a stranger must not close issues or mention users.
      return ["branch": FeedSubmission.branch(for: entry.feedURL), "title": "Add \(Markdown.unlinked(title))"]
    }
    return [
      "addresses": found.count, "feeds": found.reduce(0) { $0 + $1.feeds.count }, "added": added, "refusal": refusal,
      "change": change, "entry": entry?.json, "dryRun": isDryRun,
    ]
  }

  var items: [EncodableObject] {
    found.map { found in
      [
        "address": found.address, "pageTitle": found.pageTitle.map { FeedWords.plain($0) }, "refusal": found.refusal,
        "notes": found.notes, "notFetched": found.unread, "feeds": found.feeds.map(item),
        "notFeeds": found.rejected.map { ["url": $0.url.redacted, "reason": $0.reason] as EncodableObject },
      ]
    }
  }

  private func item(_ feed: FoundFeed) -> EncodableObject {
    let said = feed.facts.description
    return [
      "url": feed.address.redacted, "role": "\(feed.candidate.role)", "reason": feed.reason, "format": feed.format,
      "title": said.title.map { FeedWords.plain($0) }, "siteURL": said.siteURL.map(FeedURL.redacted),
      "language": said.language, "imageURL": said.imageURL.map(FeedURL.redacted), "items": feed.facts.items,
      "newest": feed.facts.cadence.newest?.description, "medianGapHours": feed.facts.cadence.medianGap,
      "text": feed.text.rawValue, "listed": places[feed.address.key], "removed": former[feed.address.key]?.date,
      "verdict": feed.verdict.verdictClass.rawValue,
      "redirects": feed.redirects.map { ["status": $0.status, "url": FeedURL.redacted($0.url)] as EncodableObject },
      "warnings": feed.warnings.map(\.rawValue), "sameItemsAs": feed.repeats?.redacted,
      "entry": feed.entry(at: CatalogEditor.place).json,
    ]
  }

  // MARK: Text

  func text(_ style: Style) -> String {
    var text = found.map { self.text(of: $0, style) }.joined(separator: "\n")
    if let added {
      text += "\(isDryRun ? "would be added" : "added") to \(added): \(DisplayText.line(entry?.json ?? ""))\n"
    }
    if let refusal { text += style.mark("nothing was added", .bad) + ": \(DisplayText.line(refusal))\n" }
    return text
  }

  private func text(of found: FoundFeeds, _ style: Style) -> String {
    let title = found.pageTitle.map { " (\(DisplayText.short($0)))" } ?? ""
    var lines = [style.mark(DisplayText.line(found.address) + title, .strong)]
    if let refusal = found.refusal { lines.append("  \(DisplayText.line(refusal))") }
    for (number, feed) in found.feeds.enumerated() {
      lines.append("\(number + 1). \(feed.address.redacted)")
      lines += details(feed).map {
        "   \($0.name)\(String(repeating: " ", count: 9 - $0.name.count))\(DisplayText.line($0.text))"
      }
    }
    if found.feeds.isEmpty { lines.append("  no feed found") }
    for other in found.rejected.prefix(5) {
      lines.append("  not a feed: \(other.url.redacted): \(DisplayText.line(other.reason))")
    }
    if found.unread > 0 { lines.append("  \(found.unread.of("more link")) not fetched") }
    lines += found.notes.map { "  note: \(DisplayText.line($0))" }
    return lines.map { $0 + "\n" }.joined()
  }

  /// What a curator wants to know of a feed, in lines.
  private func details(_ feed: FoundFeed) -> [(name: String, text: String)] {
    let said = feed.facts.description
    var lines = [("feed", Self.facts(of: feed))]
    let identity = [
      said.title.map { "'\(FeedWords.plain($0))'" }, said.language, said.siteURL.map(FeedURL.redacted),
      said.imageURL == nil ? nil : "has a picture",
    ].compactMap(\.self)
    if !identity.isEmpty { lines.append(("title", identity.joined(separator: ", "))) }
    lines.append(("why", feed.reason))
    if let repeats = feed.repeats { lines.append(("same as", "\(repeats.redacted), by its items")) }
    if let place = places[feed.address.key] { lines.append(("listed", place)) }
    if let former = former[feed.address.key] { lines.append(("removed", "\(former.date): \(former.reason)")) }
    if !feed.redirects.isEmpty {
      lines.append(
        ("redirect", feed.redirects.map { "\($0.status) to \(FeedURL.redacted($0.url))" }.joined(separator: ", ")))
    }
    lines += feed.warnings.map { ("warning", $0.words) }
    lines.append(("entry", feed.entry(at: CatalogEditor.place).json))
    return lines
  }

  /// Returns the format, size, rhythm and text of a feed on one line.
  static func facts(of feed: FoundFeed) -> String {
    let cadence = feed.facts.cadence
    return [
      feed.format, feed.facts.items.of("item"), cadence.newest.map { "newest \($0.day)" },
      cadence.medianGap.map { FeedWords.rhythm(hours: $0) },
      feed.text == .none ? "no text" : "\(feed.text.rawValue) text",
    ].compactMap(\.self).joined(separator: ", ")
  }

  // MARK: Markdown

  /// A comment for the author of an issue, or a list of the feeds.
  func markdown() -> String {
    var lines: [String] = []
    if let refusal { lines.append("**Not added:** \(Markdown.escaped(refusal)).") }
    if let entry {
      lines.append(
        "**\(Markdown.escaped(entry.fields[FeedField.title]?.string ?? ""))** `\(FeedURL.redacted(entry.feedURL))`")
    }
    for found in found {
      lines += ["", "Feeds of `\((try? FeedURL(found.address))?.redacted ?? Markdown.escaped(found.address))`:", ""]
      if let refusal = found.refusal { lines.append("- \(Markdown.escaped(refusal))") }
      for feed in found.feeds {
        let title = feed.facts.description.title.map { FeedWords.plain($0) } ?? "no title"
        lines.append(
          "- **\(Markdown.escaped(title))** `\(feed.address.redacted)`: \(Markdown.escaped(Self.facts(of: feed)))")
        lines += details(feed).filter { ["why", "listed", "same as", "warning"].contains($0.name) }.map {
          "  - \($0.name): \(Markdown.escaped($0.text))"
        }
      }
      lines += found.notes.map { "- \(Markdown.escaped($0))" }
      if found.feeds.isEmpty { lines.append("- no feed found") }
    }
    return MarkdownComment.joined(lines)
  }
}
