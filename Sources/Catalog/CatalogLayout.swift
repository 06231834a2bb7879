package import CloudKitSchema

/// A way for a container to store its catalog. `CatalogTable` and `CatalogField` define the contents of each layout.
package enum CatalogLayout: String, CaseIterable, Sendable {
  /// The layout of seed 000: PublicFeed with FeedMetadata, FeedCategory, FeedCollection and PublicArticle, connected by
  /// references.
  case publicCatalog
  /// The layout of CelestraKit and CelestraCloud: Feed and Article, connected by record names in strings.
  case celestraKit

  /// Creates the layout of a schema; `nil` if the schema has no feeds. A schema with both layouts is `publicCatalog`.
  package init?(_ schema: Schema) {
    let layouts = Self.allCases.filter { layout in
      let feeds = schema.recordType(named: layout.feedType)
      return layout == .publicCatalog ? feeds != nil : feeds?.field(named: FeedField.feedURL.name) != nil
    }
    guard let layout = layouts.first else { return nil }
    self = layout
  }

  package var feedType: RecordType.Name { CatalogTable.feeds.type(in: self) ?? CatalogTable.feeds.recordType }

  package var articleType: RecordType.Name { CatalogTable.articles.type(in: self) ?? CatalogTable.articles.recordType }

  package var articleFeedField: String { ArticleField.feedReference.name(in: self) ?? ArticleField.feedReference.name }

  package var articleDateField: String { ArticleField.publishedDate.name(in: self) ?? ArticleField.publishedDate.name }

  /// Whether categories, collections and metadata have their own records.
  package var hasTaxonomy: Bool { self == .publicCatalog }
}
