package import CloudKitRecords

/// A rule of `articles audit`.
package enum ArticleRule: String, CaseIterable, Sendable {
  /// The article has no expiry, so it is never deleted.
  case missingExpiry = "missing-expiry"
  /// The expiry is later than the retention allows.
  case lateExpiry = "late-expiry"
  /// The feed of the article does not exist.
  case orphan = "orphan-article"
  /// The publication date is in the future, so the article stays at the top.
  case futureDate = "future-date"
  /// The title is empty.
  case emptyTitle = "empty-title"
  /// The HTML contains markup that articles must not have.
  case unsafeHTML = "unsafe-html"
  /// The article's or the picture's address is not a web address, such as `javascript:`.
  case unsafeLink = "unsafe-link"
  /// Another article of the feed has the same identifier.
  case duplicateGUID = "duplicate-guid"
  /// Another article of the feed has the same address.
  case duplicateURL = "duplicate-url"
  /// Another feed has the same article.
  case copy = "copied-article"
  /// The record name is not computed from the feed and identifier, so another program created the article.
  case foreignName = "foreign-name"

  /// Whether the finding is only information.
  package var isNote: Bool { self == .copy || self == .foreignName || self == .duplicateURL }
}

/// A finding of `articles audit`.
package struct ArticleFinding: Sendable {
  /// The rule.
  package let rule: ArticleRule
  /// The article.
  package let record: RecordName
  /// The title of the article.
  package let title: String
  /// What is wrong, and with which other record.
  package let message: String
  /// Whether `--fix` corrects it.
  package let isFixable: Bool
}
