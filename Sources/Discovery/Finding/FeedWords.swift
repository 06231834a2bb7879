import Articles
import Catalog

/// Words about a feed for a person.
package enum FeedWords {
  /// Returns a title of a feed or item as one line of plain text.
  package static func plain(_ text: String) -> String {
    CleanText(TextMarkup.removed(from: text, while: TextMarkup.isPresent), limit: .title).text
  }

  /// Returns a publishing rhythm, such as `every 3 days`.
  package static func rhythm(hours: Double) -> String {
    let units: [(hours: Double, name: String)] = [
      (24 * 365, "year"), (24 * 30, "month"), (24 * 7, "week"), (24, "day"), (1, "hour"),
    ]
    guard let unit = units.first(where: { hours >= 0.8 * $0.hours }) else { return "several times an hour" }
    let count = Int((hours / unit.hours).rounded())
    return count <= 1 ? "every \(unit.name)" : "every \(count) \(unit.name)s"
  }
}
