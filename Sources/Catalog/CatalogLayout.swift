package import CloudKitRecords
package import CloudKitSchema

/// How a container keeps its catalogue.
package enum CatalogLayout: String, CaseIterable, Sendable {
  /// Seed 000's: PublicFeed with FeedMetadata, FeedCategory, FeedCollection and PublicArticle, tied by references.
  case publicCatalog
  /// CelestraKit's and CelestraCloud's: Feed and Article, tied by record names in strings.
  case celestraKit

  /// The layout of a schema; `nil` where it has no feeds. A schema with both is read as `publicCatalog`.
  package init?(_ schema: Schema) {
    if schema.recordType(named: PublicFeed.recordType) != nil {
      self = .publicCatalog
    } else if schema.recordType(named: Feed.recordType)?.field(named: Feed.Field.feedURL.rawValue) != nil {
      self = .celestraKit
    } else {
      return nil
    }
  }

  /// The record type of feeds.
  package var feedType: RecordType.Name { self == .publicCatalog ? PublicFeed.recordType : Feed.recordType }

  /// The record type of articles.
  package var articleType: RecordType.Name { self == .publicCatalog ? PublicArticle.recordType : Article.recordType }

  /// The field of an article that names its feed.
  package var articleFeedField: String {
    self == .publicCatalog ? PublicArticle.Field.feedReference.rawValue : Article.Field.feedRecordName.rawValue
  }

  /// The field of an article that says when it was published.
  package var articleDateField: String {
    self == .publicCatalog ? PublicArticle.Field.publishedDate.rawValue : Article.Field.publishedDate.rawValue
  }

  /// The value by which an article names its feed.
  package func articleFeedValue(_ feed: RecordName) -> FieldValue {
    self == .publicCatalog ? .reference(Reference(feed)) : .string(feed.rawValue)
  }

  /// Whether categories, collections and metadata are records of their own.
  package var hasTaxonomy: Bool { self == .publicCatalog }

  /// A quality score, 0…100, as the layout stores it: DOUBLE or INT64.
  package func qualityScore(_ score: Int) -> FieldValue {
    self == .publicCatalog ? .double(Double(score)) : .int64(Int64(score))
  }

  /// The hours between updates as the layout stores them, whole hours or seconds; `nil` for what is not a number of hours.
  package func updateFrequency(hours: Double) -> FieldValue? {
    guard hours.isFinite, hours >= 0 else { return nil }
    switch self {
    case .publicCatalog: return Int64(exactly: hours.rounded()).map { .int64($0) }
    case .celestraKit: return .double(hours * 3600)
    }
  }
}
