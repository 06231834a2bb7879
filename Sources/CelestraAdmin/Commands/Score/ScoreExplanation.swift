import Catalog
import CloudKitRecords
import Scoring

/// How one feed's score comes about.
struct ScoreExplanation: Report {
  let command = "score"
  let asOf: Timestamp?
  let feed: ScoredFeed

  /// The explanation of the feed a text names.
  /// - Throws: `CommandFailure` where there is no such feed, or more than one.
  init(of text: String, in container: ContainerOptions.Opened, asOf: Timestamp) async throws {
    let reader = container.reader
    let found = try await FeedSearch(reader).names(for: text)
    if found.count > 1 {
      throw CommandFailure(
        "'\(text)' is the title of \(found.count) feeds in \(container.name); name one by its URL or record name: "
          + found.prefix(5).map(\.rawValue).joined(separator: ", "))
    }
    guard let feed = try await ScoreRun(reader, asOf: asOf).scores(of: found).first else {
      throw CommandFailure("no feed '\(text)' in \(container.name); give its URL, record name or title")
    }
    self.asOf = asOf
    self.feed = feed
  }

  /// The feed and its score.
  struct Summary: Encodable {
    let recordName, title, feedURL: String
    let stored: Int?
    let score, confidence: Int
    let corrections: [String]
  }

  /// One component of the score.
  struct Item: Encodable {
    let component, facts: String
    let weight: Int
    let value: Double?
    let points: Double
  }

  var summary: Summary {
    Summary(
      recordName: feed.entry.recordName.rawValue, title: feed.entry.title,
      feedURL: FeedURL.redacted(feed.entry.feedURL), stored: feed.entry.qualityScore, score: feed.score.total,
      confidence: feed.score.confidence, corrections: feed.score.inputs.corrections)
  }

  var items: [Item] {
    feed.score.parts.map {
      Item(
        component: $0.component.rawValue, facts: feed.score.facts(of: $0), weight: $0.weight, value: $0.value,
        points: $0.points)
    }
  }

  func text(_ style: Style) -> String {
    let stored = feed.entry.qualityScore.map { "\($0) is stored" } ?? "none is stored"
    var text = "\(feed.entry.title)  \(FeedURL.redacted(feed.entry.feedURL))\n"
    text += style.mark("score \(feed.score.total)", .strong) + " of 100; \(stored)\n"
    var table = TextTable(.left("component"), .right("points"), .right("of"), .left("why"))
    for part in feed.score.parts {
      let facts = feed.score.facts(of: part)
      let why = part.value == nil ? "unknown, counts half: \(facts)" : facts
      table.add(part.component.title, Self.oneDecimal(part.points), String(part.weight), why)
    }
    text += table.render(style)
    for correction in feed.score.inputs.corrections { text += "note: \(correction)\n" }
    text += "confidence: \(feed.score.confidence) of 100 points rest on known facts\n"
    if let gain = feed.score.greatestGain {
      text += "to gain most: \(gain.component.title), up to \(Self.oneDecimal(gain.missing)) points\n"
    }
    return text
  }

  private static func oneDecimal(_ points: Double) -> String {
    let tenths = Int((points * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
