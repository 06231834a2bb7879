/// The fields of PublicArticle and of CelestraKit's Article.
///
/// Source: seed 000, Record Type PublicArticle; MistKit, Examples/CelestraCloud/schema.ckdb, read 2026-11.
package enum ArticleField {
  package static let feedReference = CatalogField(
    "feedReference", .feed, .ingestion, kit: .named("feedRecordName"), isRequired: true)
  /// The feed's identifier of the article.
  package static let guid = CatalogField("guid", .verbatim, .ingestion, isRequired: true)
  package static let title = CatalogField("title", .verbatim, .ingestion, isRequired: true)
  /// The address of the article's page.
  package static let url = CatalogField("url", .verbatim, .ingestion, isRequired: true)
  /// A digest of the text; in `celestraKit` the title, URL and guid, as CelestraKit writes it.
  package static let contentHash = CatalogField("contentHash", .verbatim, .ingestion, isRequired: true)
  /// The summary, plain text.
  package static let excerpt = CatalogField("excerpt", .verbatim, .ingestion)
  /// The full text as sanitized HTML.
  package static let content = CatalogField("content", .verbatim, .ingestion)
  /// The full text as plain text.
  package static let contentText = CatalogField("contentText", .verbatim, .ingestion)
  package static let author = CatalogField("author", .verbatim, .ingestion)
  package static let imageURL = CatalogField("imageURL", .verbatim, .ingestion)
  /// The language, ISO 639-1.
  package static let language = CatalogField("language", .verbatim, .ingestion)
  package static let publishedDate = CatalogField(
    "publishedDate", .date, .ingestion, kit: .named("publishedTimestamp"))
  /// The date the article joined the catalog.
  package static let fetchedAt = CatalogField(
    "fetchedAt", .date, .ingestion, kit: .named("fetchedTimestamp"), isRequired: true)
  /// The date from which the article may be deleted.
  package static let expiresAt = CatalogField(
    "expiresAt", .date, .ingestion, kit: .named("expiresTimestamp"), isRequired: true)
  package static let wordCount = CatalogField("wordCount", .count, .ingestion)
  /// The reading time in minutes.
  package static let estimatedReadingTime = CatalogField("estimatedReadingTime", .count, .ingestion)
  /// The feed's categories of the article.
  package static let tags = CatalogField("tags", .tags, .ingestion)

  static let all: [CatalogField] = [
    feedReference, guid, publishedDate, title, url, contentHash, excerpt, content, contentText, author, imageURL,
    language, fetchedAt, expiresAt, wordCount, estimatedReadingTime, tags,
  ]
}

/// The field of FeedSubscription.
///
/// Source: CelestraCloud, .claude/FEED_SUBSCRIPTION_DESIGN.md, read 2026-11.
package enum SubscriptionField {
  /// The record name of the feed, stored as a string in both layouts.
  package static let feedRecordName = CatalogField("feedRecordName", .verbatim, .ingestion, isRequired: true)
}
