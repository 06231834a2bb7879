import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth
import Syndication

/// What other programs show of the report: a feed of changes, and a badge.
extension HealthReportView {
  /// The days of changes in a feed of changes, unless `--since` or `--against` names another beginning.
  static let daysOfFeed = 30

  /// The changes as they were found, newest first: a change that a later one supersedes does not disappear, because
  /// readers have seen it.
  func atom() -> String {
    let name = container.split(separator: "/").last.map(String.init) ?? container
    let changes = Array(health.log.reversed())
    let entries = changes.map { change in
      AtomFeed.Entry(
        id: "urn:uuid:" + CatalogName.change(change.kind.rawValue, of: change.feed, at: change.at, in: name),
        title: "\(DisplayText.line(Self.title(of: change), atMost: 150)): \(change.kind.name)",
        updated: change.at.description, content: DisplayText.line(Self.words(of: change)), link: change.feedURL,
        category: change.kind.rawValue)
    }
    let updated = changes.first?.at ?? health.asOf
    return AtomFeed(
      id: "urn:uuid:" + CatalogName.changes(of: name), title: "Changes of feeds in \(name)",
      updated: updated.description, author: "celestra-admin", entries: entries
    ).xml
  }

  /// Source: shields.io, "Endpoint Badge", JSON schema, read 2026-11.
  func badge() throws -> String {
    let down = health.totals[.critical]
    let unhealthy = health.totals.count(atLeast: .degraded)
    let isKnown = health.totals[.unknown] < health.feeds
    let color =
      switch (down, unhealthy) {
      case _ where !isKnown: "lightgrey"
      case _ where health.shareDown > 0.05: "red"
      case (1..., _): "orange"
      case (_, 1...): "green"
      default: "brightgreen"
      }
    let badge: EncodableObject = [
      "schemaVersion": 1, "label": "feeds", "color": color,
      "message": isKnown ? "\(health.feeds - down) of \(health.feeds) up" : "unknown",
    ]
    return try badge.prettyJSON()
  }
}
