import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth
import HTMLPage

/// The changes of a period, in every format.
extension HealthReportView {
  static func text(of changes: HealthChanges, _ style: Style) -> String {
    var text = "since \(changes.since):\n"
    for (name, meaning, found) in groups(of: changes) {
      text += style.mark("\(name) \(found.count)", meaning) + "\n"
      for change in found.prefix(10) {
        let title = DisplayText.line(title(of: change), atMost: 40)
        text += "  \(title): \(DisplayText.line(words(of: change), atMost: 160))\n"
      }
      if found.count > 10 { text += "  and \(found.count - 10) more; --format json lists them\n" }
    }
    return text + remarks(on: changes).map { style.mark($0, .faint) + "\n" }.joined()
  }

  static func markdown(of changes: HealthChanges) -> String {
    var text = "### Since \(changes.since)\n\n"
    for (name, _, found) in groups(of: changes) {
      text += "- **\(name)**: \(found.count)\n"
      for change in found.prefix(20) {
        text += "  - \(Markdown.escaped(title(of: change))): \(Markdown.escaped(words(of: change)))\n"
      }
      if found.count > 20 { text += "  - and \(found.count - 20) more\n" }
    }
    return text + remarks(on: changes).map { "- \($0)\n" }.joined()
  }

  /// Returns the changes by kind, and the feeds to report again.
  static func groups(of changes: HealthChanges) -> [(name: String, style: Style.Meaning, changes: [FeedChange])] {
    changes.byKind.map { ($0.kind.name, $0.kind.style, $0.changes) }
      + (changes.reminders.isEmpty ? [] : [("still down, reported again", .bad, changes.reminders)])
  }

  static func json(_ changes: HealthChanges) -> EncodableObject {
    [
      "since": changes.since.description, "knownFrom": changes.knownFrom?.description,
      "counts": EncodableObject(changes.byKind.map { ($0.kind.rawValue, $0.changes.count as (any Encodable)?) }),
      "stillDown": changes.stillDown, "isEmpty": changes.isEmpty,
      "feeds": changes.byKind.flatMap { $0.changes }.map { json($0) },
      "reminders": changes.reminders.map { json($0) }, "text": sentence(changes),
    ]
  }

  private static func json(_ change: FeedChange) -> EncodableObject {
    [
      "change": change.kind.rawValue, "recordName": change.feed.rawValue, "title": change.title,
      "feedURL": change.feedURL, "at": change.at.description, "since": change.since?.description,
      "details": words(of: change),
    ]
  }

  /// Returns the changes in one line for a chat or the subject of a mail, with the first titles.
  static func sentence(_ changes: HealthChanges) -> String {
    if changes.isEmpty { return "no changes" }
    return groups(of: changes).map { name, _, found in
      let titles = found.prefix(5).map { DisplayText.line(title(of: $0), atMost: 60) }
      let more = found.count > titles.count ? ", and \(found.count - titles.count) more" : ""
      return "\(found.count) \(name) (\(titles.joined(separator: ", "))\(more))"
    }.joined(separator: "; ")
  }

  /// Returns the changes of each feed in words.
  static func cells(of changes: HealthChanges?) -> [RecordName: String] {
    Dictionary(grouping: changes?.changes ?? [], by: \.feed).mapValues { changes in
      changes.map { "\($0.kind.name): \(words(of: $0))" }.joined(separator: "; ")
    }
  }

  /// Returns what is known beside the lists: feeds that are still down, and a period that the history does not cover.
  private static func remarks(on changes: HealthChanges) -> [String] {
    let known = [
      changes.isEmpty ? "no changes" : nil, changes.stillDown > 0 ? "still down: \(changes.stillDown)" : nil,
    ]
    return ((changes.knownFrom == nil ? [] : known) + [unknown(changes)]).compactMap(\.self)
  }

  /// Returns which changes the history does not know; `nil` if it knows all.
  static func unknown(_ changes: HealthChanges) -> String? {
    guard let start = changes.knownFrom else {
      return "changes are unknown: the probe history has none; 'update' and 'update --no-articles' record them"
    }
    return start > changes.since ? "changes before \(start) are unknown: the probe history begins then" : nil
  }

  static func title(of change: FeedChange) -> String {
    change.title ?? change.feedURL ?? change.feed.rawValue
  }

  static func words(of change: FeedChange) -> String {
    let since = change.since?.description ?? "an unknown time"
    switch change.kind {
    case .down: return "since \(since)" + (change.detail.isEmpty ? "" : ", \(change.detail)")
    case .recovered: return "down from \(since) to \(change.at)"
    case .moved: return "to \(FeedURL.redacted(change.detail))"
    case .replaced: return change.detail
    case .stale: return "nothing new since \(change.since.map(\.day) ?? since)"
    case .deactivated, .reactivated, .removed: return "found \(change.at)"
    }
  }
}

extension FeedChange.Kind {
  var name: String { self == .down ? "newly down" : rawValue }

  var meaning: HTMLPage.Meaning {
    switch self {
    case .down, .replaced: .bad
    case .recovered, .reactivated: .good
    case .moved, .stale: .doubtful
    case .deactivated, .removed: .faint
    }
  }

  fileprivate var style: Style.Meaning { Style.Meaning(meaning) ?? .strong }
}
