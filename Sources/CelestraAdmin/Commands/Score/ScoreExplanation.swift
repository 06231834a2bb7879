import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth
import ProbeHistory
import Scoring

struct ScoreExplanation: Report {
  let command = "score"
  let asOf: Timestamp?
  let feed: ScoredFeed
  let methodology: MethodologyItem
  /// The scores that the history has, oldest first.
  let past: [FeedNumber]

  /// Maximum number of earlier scores in text.
  private static let pastShown = 10

  /// Explains the score of the feed that a text names.
  /// - Throws: `CommandFailure` unless exactly one feed matches.
  init(
    of text: String, in container: ContainerHandle, past history: SQLiteProbeHistory?, by methodology: ScoreMethodology,
    asOf: Timestamp
  ) async throws {
    let reader = try container.reader
    let found = try await FeedSearch(reader).names(for: text)
    if found.count > 1 {
      throw CommandFailure(
        "'\(FeedURL.redacted(text))' matches \(found.count) feeds in \(container.name); pass a URL or record name: "
          + found.prefix(5).map(\.rawValue).joined(separator: ", "))
    }
    let (feeds, population) = try await ScoreRun(reader, by: methodology, asOf: asOf).scores(of: found)
    guard let feed = feeds.first else {
      throw CommandFailure(
        "no feed matches '\(FeedURL.redacted(text))' in \(container.name); pass its URL, record name, or title")
    }
    self.asOf = asOf
    self.feed = feed
    self.methodology = MethodologyItem(methodology, population)
    let tomorrow = ProbedDay.day(of: asOf) + 1
    past = try await history?.numbers(.score, of: feed.entry.recordName, before: tomorrow) ?? []
  }

  /// The scores of the past with what changed them, newest first.
  private var changes: [(date: String, score: Int, reason: String?)] {
    past.indices.reversed().map { index in
      let before = index == 0 ? nil : ScorePoints(past[index - 1])
      let reason = before.flatMap { before in ScorePoints(past[index]).map { $0.reason(from: before) } }
      return (FeedNumber.text(of: past[index].day), past[index].value, reason)
    }
  }

  var summary: EncodableObject {
    let cap: EncodableObject? = feed.score.cap.map { ["condition": $0.condition.description, "score": $0.score] }
    let gain: EncodableObject? = feed.score.greatestGain.map {
      switch $0 {
      case .component(let component, let points): ["what": component.name, "points": points]
      case .cap(let condition, let points): ["what": "no longer \(condition)", "points": points]
      }
    }
    return [
      "recordName": feed.entry.recordName.rawValue, "title": feed.entry.title,
      "feedURL": FeedURL.redacted(feed.entry.feedURL), "stored": feed.entry.qualityScore, "score": feed.score.total,
      "confidence": feed.score.confidence, "sum": feed.score.sum, "cap": cap, "gain": gain,
      "corrections": feed.score.corrections, "methodology": methodology,
      "past": changes.map { ["date": $0.date, "score": $0.score, "why": $0.reason] as EncodableObject },
    ]
  }

  var items: [EncodableObject] {
    feed.score.parts.map {
      [
        "component": $0.component.name, "facts": feed.score.facts(of: $0), "weight": $0.weight, "value": $0.value,
        "points": $0.points,
      ]
    }
  }

  func text(_ style: Style) -> String {
    let stored = feed.entry.qualityScore.map { "stored: \($0)" } ?? "none stored"
    var text = "\(feed.entry.title)  \(FeedURL.redacted(feed.entry.feedURL))\n"
    text += style.mark("score \(feed.score.total)", .strong) + " of 100 (\(stored))\n"
    let rows = feed.score.parts.map { part in
      let facts = feed.score.facts(of: part)
      let why = part.value == nil ? "unknown, counts half: \(facts)" : facts
      return [part.component.title, Self.oneDecimal(part.points), String(part.weight), why]
    }
    text += ReportTable(["component", ">points", ">of", "why"], rows).text(style)
    if let cap = feed.score.cap {
      text += "capped at \(cap.score), \(cap.condition): the points add up to \(Self.oneDecimal(feed.score.sum))\n"
    }
    for correction in feed.score.corrections { text += "note: \(correction)\n" }
    text += "confidence: \(feed.score.confidence) of 100 points are based on known values\n"
    switch feed.score.greatestGain {
    case .component(let component, let points):
      text += "greatest gain: \(component.title), up to \(Self.oneDecimal(points)) points\n"
    case .cap(let condition, let points):
      text += "greatest gain: no longer \(condition), up to \(Self.oneDecimal(points)) points\n"
    case nil: break
    }
    return text + earlier(style) + methodology.text + "\n"
  }

  private func earlier(_ style: Style) -> String {
    if past.count < 2 { return "" }
    let rows = changes.prefix(Self.pastShown).map { [$0.date, String($0.score), $0.reason ?? ""] }
    let more = past.count - rows.count
    return ReportTable(["since", ">score", "why"], rows).text(style)
      + (more > 0 ? "and \(more) earlier; --format json lists them\n" : "")
  }

  private static func oneDecimal(_ points: Double) -> String {
    let tenths = Int((points * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
