package import CloudKitSchema

/// How a container stores its catalogue. `CatalogTable` and `CatalogField` say what each layout has.
package enum CatalogLayout: String, CaseIterable, Sendable {
  /// Seed 000's: PublicFeed with FeedMetadata, FeedCategory, FeedCollection and PublicArticle, connected by references.
  case publicCatalog
  /// CelestraKit's and CelestraCloud's: Feed and Article, connected by record names in strings.
  case celestraKit

  /// The layout of a schema; `nil` where it has no feeds. A schema with both is read as `publicCatalog`.
  package init?(_ schema: Schema) {
    let layouts = Self.allCases.filter { layout in
      let feeds = schema.recordType(named: layout.feedType)
      return layout == .publicCatalog ? feeds != nil : feeds?.field(named: FeedField.feedURL.name) != nil
    }
    guard let layout = layouts.first else { return nil }
    self = layout
  }

  /// The record type of feeds.
  package var feedType: RecordType.Name { CatalogTable.feeds.type(in: self) ?? CatalogTable.feeds.recordType }

  /// The record type of articles.
  package var articleType: RecordType.Name { CatalogTable.articles.type(in: self) ?? CatalogTable.articles.recordType }

  /// The field of an article that names its feed.
  package var articleFeedField: String { ArticleField.feedReference.name(in: self) ?? ArticleField.feedReference.name }

  /// The field of an article that says when it was published.
  package var articleDateField: String { ArticleField.publishedDate.name(in: self) ?? ArticleField.publishedDate.name }

  /// Whether categories, collections and metadata are records of their own.
  package var hasTaxonomy: Bool { self == .publicCatalog }
}
