import Catalog
package import CloudKitRecords
import Syndication

/// The texts of an article: what its feed carries, sanitized.
package struct ArticleText: Hashable, Sendable {
  /// Maximum number of characters of an excerpt. Source: seed 000.
  package static let excerptLength = 500

  /// The full text as HTML; `nil` without text or if only the excerpt is stored.
  private(set) var html: String?
  /// The full text as plain text, or the excerpt; `nil` without text.
  private(set) var text: String?
  /// The summary as plain text; `nil` without text.
  let excerpt: String?
  /// The digest of the text that is stored.
  let hash: String
  let count: WordCount
  let picture: String?

  /// - Parameter title: identifies an article without text, with `url`.
  init(_ item: FeedItem, title: String, url: String, isExcerpt: Bool) {
    let summary = item.summary.map { Self.sanitized($0, isText: item.isSummaryText, base: url) }
    let content = item.content.map { Self.sanitized($0, isText: item.isContentText, base: url) }
    let full = content.flatMap { $0.text.isEmpty && $0.html.isEmpty ? nil : $0 } ?? summary
    let whole = full?.text ?? ""
    let excerpt = Self.excerpt(summary?.text ?? "", of: whole)
    self.excerpt = excerpt.isEmpty ? nil : excerpt
    picture = full?.picture ?? summary?.picture
    if whole.isEmpty {
      // Articles without text are copies only if they have the same title and address.
      hash = ContentDigest.sha256("title\0\(title)\0\(url)")
    } else {
      hash = ContentDigest.sha256(isExcerpt ? "excerpt\0" + whole : whole)
    }
    text = isExcerpt ? self.excerpt : whole.isEmpty ? nil : whole
    html = isExcerpt ? nil : full.flatMap { $0.html.isEmpty ? nil : $0.html }
    count = WordCount(text ?? "")
  }

  /// Returns the change that leaves the excerpt of a stored article only; `nil` if it has no more.
  /// - Parameter isMarkup: whether a text has markup, which apps would show as it is.
  package static func excerptOnly(
    _ record: Record, removing isMarkup: (String) -> Bool
  ) -> (fields: RecordFields, cleared: Set<String>)? {
    let (html, text) = (ArticleField.content.name, ArticleField.contentText.name)
    let stored = record[text]?.string
    guard record[html] != nil || stored.map({ $0.unicodeScalars.count > excerptLength + 1 }) == true else { return nil }
    guard let excerpt = record[ArticleField.excerpt.name]?.string ?? stored else { return ([:], [html]) }
    let short = SafeText.start(of: TextMarkup.removed(from: excerpt, while: isMarkup), atMost: excerptLength)
    let count = WordCount(short)
    let fields: RecordFields = [
      text: .string(short), ArticleField.wordCount.name: .int64(Int64(count.words)),
      ArticleField.estimatedReadingTime.name: .int64(Int64(count.minutes)),
    ]
    return (fields, record[html] == nil ? [] : [html])
  }

  private static func sanitized(_ text: String, isText: Bool, base: String) -> SanitizedHTML {
    isText ? SanitizedHTML(text: text) : SanitizedHTML(text, base: base)
  }

  /// Returns the summary, unless it is the start of the text, which may be longer.
  private static func excerpt(_ summary: String, of text: String) -> String {
    var start = summary
    for end in ["[…]", "[...]", "…", "..."] where start.hasSuffix(end) { start.removeLast(end.count) }
    while start.last == " " { start.removeLast() }
    let source = start.isEmpty || text.hasPrefix(start) ? text : summary
    let excerpt = SafeText.start(of: source, atMost: excerptLength)
    // Feeds that escape their markup twice, and excerpts of code: apps show an excerpt as it is.
    guard TextMarkup.isCertain(in: excerpt) else { return excerpt }
    return SafeText.start(of: TextMarkup.removed(from: source, while: TextMarkup.isCertain), atMost: excerptLength)
  }

  // MARK: Size

  /// Maximum bytes of the plain text in a record that is too large; the rest is rarely searched.
  private static let searchedBytes = 100_000

  /// Shortens the texts to a number of bytes: the plain text to the part that is searched, then the markup to complete
  /// blocks with a link to the whole article.
  mutating func shorten(toBytes limit: Int, url: String) {
    let size = (text?.utf8.count ?? 0) + (html?.utf8.count ?? 0) + (excerpt?.utf8.count ?? 0)
    guard size > limit else { return }
    text = text.map { SafeText.prefix(of: $0, bytes: Self.searchedBytes) }
    let room = limit - (text?.utf8.count ?? 0) - (excerpt?.utf8.count ?? 0)
    guard let html, html.utf8.count > room else { return }
    let link = SanitizedHTML("<p><a href=\"\(url.replacing("&", with: "&amp;"))\">Read more</a></p>").html
    self.html = SanitizedHTML(html, limit: room - link.utf8.count).html + link
  }
}
