/// The fields of PublicArticle and of CelestraKit's Article.
///
/// Source: seed 000, Record Type PublicArticle; MistKit, Examples/CelestraCloud/schema.ckdb, read 2026-11.
package enum ArticleField {
  /// The article's feed.
  package static let feedReference = CatalogField(
    "feedReference", .feed, .ingestion, kit: .named("feedRecordName"), isRequired: true)
  /// The feed's identifier of the article.
  package static let guid = CatalogField("guid", .verbatim, .ingestion, isRequired: true)
  /// The article's publication date.
  package static let publishedDate = CatalogField(
    "publishedDate", .date, .ingestion, kit: .named("publishedTimestamp"))

  static let all: [CatalogField] =
    [feedReference, guid, publishedDate]
    + ["title", "url", "contentHash"].map { CatalogField($0, .verbatim, .ingestion, isRequired: true) }
    + ["excerpt", "content", "contentText", "author", "imageURL", "language"].map {
      CatalogField($0, .verbatim, .ingestion)
    }
    + [
      CatalogField("fetchedAt", .date, .ingestion, kit: .named("fetchedTimestamp"), isRequired: true),
      CatalogField("expiresAt", .date, .ingestion, kit: .named("expiresTimestamp"), isRequired: true),
      CatalogField("wordCount", .count, .ingestion), CatalogField("estimatedReadingTime", .count, .ingestion),
      CatalogField("tags", .tags, .ingestion),
    ]
}

/// The field of FeedSubscription.
///
/// Source: CelestraCloud, .claude/FEED_SUBSCRIPTION_DESIGN.md, read 2026-11.
package enum SubscriptionField {
  /// The record name of the feed, stored as a string in both layouts.
  package static let feedRecordName = CatalogField("feedRecordName", .verbatim, .ingestion, isRequired: true)
}
