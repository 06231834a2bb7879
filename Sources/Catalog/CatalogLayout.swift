package import CloudKitSchema

/// A way for a container to store its catalog. `CatalogTable` and `CatalogField` define the contents of each layout.
package enum CatalogLayout: String, CaseIterable, Sendable {
  /// The layout of seed 000: PublicFeed with FeedMetadata, FeedCategory, FeedCollection and PublicArticle, connected by
  /// references.
  case publicCatalog
  /// The layout of CelestraKit and CelestraCloud: Feed and Article, connected by record names in strings.
  case celestraKit

  /// Creates the layout of a schema; `nil` if the schema has no feeds, or articles that belong to no feed, as older
  /// schemas of other programs. A schema with both layouts is `publicCatalog`.
  package init?(_ schema: Schema) {
    let layouts = Self.allCases.filter { layout in
      let feeds = schema.recordType(named: layout.feedType)
      let hasFeeds = layout == .publicCatalog ? feeds != nil : feeds?.field(named: FeedField.feedURL.name) != nil
      let articles = schema.recordType(named: layout.articleType)
      return hasFeeds && articles.map { $0.field(named: layout.articleFeedField) != nil } ?? true
    }
    guard let layout = layouts.first else { return nil }
    self = layout
  }

  package var feedType: RecordType.Name { CatalogTable.feeds.type(in: self) ?? CatalogTable.feeds.recordType }

  /// The record type with the measurements of feeds.
  package var measuresType: RecordType.Name { CatalogTable.metadata.type(in: self) ?? feedType }

  /// Returns the fields that `update` keeps between runs and that a schema lacks, as `Type.field`.
  package func missingMarks(in schema: Schema) -> [String] {
    let declared = schema.recordType(named: measuresType)
    return MetadataField.articleMarks.names(in: self).filter { declared?.field(named: $0) == nil }
      .map { "\(measuresType).\($0)" }
  }

  package var articleType: RecordType.Name { CatalogTable.articles.type(in: self) ?? CatalogTable.articles.recordType }

  package var articleFeedField: String { ArticleField.feedReference.name(in: self) ?? ArticleField.feedReference.name }

  package var articleDateField: String { ArticleField.publishedDate.name(in: self) ?? ArticleField.publishedDate.name }

  /// Whether categories, collections and metadata have their own records.
  package var hasTaxonomy: Bool { self == .publicCatalog }
}
