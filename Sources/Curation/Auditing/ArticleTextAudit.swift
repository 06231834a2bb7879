import Articles
import Catalog
import CloudKitRecords

/// An audit of the texts of an article that apps show as they are: title, excerpt, and plain text.
struct ArticleTextAudit {
  private let record: Record
  private let feed: RecordName
  /// The text of the article's HTML; `nil` without HTML.
  private let text: String?

  init(_ record: Record, of feed: RecordName, text: String?) {
    self.record = record
    self.feed = feed
    self.text = text
  }

  /// The fields with markup, and their texts without it.
  var corrections: [(field: String, text: String)] {
    let texts = [
      (ArticleField.title, plain(ArticleField.title)), (ArticleField.excerpt, plain(ArticleField.excerpt)),
      (ArticleField.contentText, plainText),
    ]
    return texts.compactMap { field, text in
      guard let text, text != record[field.name]?.string else { return nil }
      return (field.name, text)
    }
  }

  /// Whether `update` wrote the texts, which removes all markup but keeps what a text is about, such as "The <b>
  /// element".
  private var isOurs: Bool {
    // No other known program counts words.
    record[ArticleField.wordCount.name] != nil || record.hasComputableName(of: feed)
  }

  func isMarkup(_ text: String) -> Bool {
    TextMarkup.isPresent(in: text) && (TextMarkup.isCertain(in: text) || !isOurs)
  }

  private func plain(_ field: CatalogField) -> String? {
    guard let value = record[field.name]?.string, isMarkup(value) else { return nil }
    let plain = TextMarkup.removed(from: value, while: isMarkup)
    let limit = field === ArticleField.excerpt ? ArticleText.excerptLength : ArticleDraft.titleLength
    return SafeText.start(of: plain, atMost: limit)
  }

  /// The plain text, whose markup may be code that the article shows.
  private var plainText: String? {
    guard let value = record[ArticleField.contentText.name]?.string, TextMarkup.isPresent(in: value) else { return nil }
    guard let text else { return isMarkup(value) ? TextMarkup.removed(from: value, while: isMarkup) : nil }
    let isCode = isOurs ? TextMarkup.isPresent(in: text) : text == value
    return isCode ? nil : text
  }
}
