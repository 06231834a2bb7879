package import Syndication
import XML

/// How much of its articles a feed carries.
package enum FeedText: String, Sendable {
  case full, partial
  /// The items have titles only.
  case none

  /// The number of characters from which a text without a sign of being cut counts as whole.
  private static let wholeLength = 1000
  private static let sample = 10

  /// Judges the first items.
  package init(of document: FeedDocument) {
    let lengths = document.items.prefix(Self.sample).map { item in
      (content: item.content.map(Self.length) ?? 0, summary: item.summary.map(Self.length) ?? 0)
    }
    if lengths.allSatisfy({ $0.content == 0 && $0.summary == 0 }) {
      self = .none
      return
    }
    let whole = lengths.count {
      $0.content >= Self.wholeLength || $0.summary >= Self.wholeLength || $0.content > 2 * $0.summary && $0.summary > 0
    }
    self = whole * 2 > lengths.count ? .full : .partial
  }

  /// Returns the number of bytes of a text without its tags.
  private static func length(_ text: String) -> Int {
    var scanner = XMLScanner(Array(text.utf8))
    var length = 0
    while let token = scanner.next() {
      switch token {
      case .text(let range), .literal(let range): length += range.count
      default: break
      }
    }
    return length
  }
}
