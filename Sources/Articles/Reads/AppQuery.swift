package import Catalog
package import CloudKitRecords

/// A query that the app makes, without its values. `schema/queries.json` declares the same queries, as a test checks.
package struct AppQuery: Sendable {
  package let name: String
  package let table: CatalogTable
  /// The layouts whose indexes serve the query.
  package let layouts: Set<CatalogLayout>
  private let conditions: [(field: CatalogField, comparator: Filter.Comparator)]
  private let order: (field: CatalogField, ascending: Bool)?

  private init(
    _ name: String, _ table: CatalogTable, _ conditions: [(String, Filter.Comparator)] = [],
    sortedBy sort: String? = nil,
    ascending: Bool = false, in layouts: Set<CatalogLayout> = Set(CatalogLayout.allCases)
  ) {
    func field(_ name: String) -> CatalogField? { table.fields.first { $0.name == name } }
    self.name = name
    self.table = table
    self.layouts = layouts
    self.conditions = conditions.compactMap { name, comparator in field(name).map { ($0, comparator) } }
    order = sort.flatMap(field).map { ($0, ascending) }
  }

  /// All categories in the editors' order.
  package static let allCategories = AppQuery(
    "all-categories", .categories, sortedBy: "sortOrder", ascending: true, in: [.publicCatalog])
  package static let featuredFeedsInCategory = AppQuery(
    "featured-feeds-in-category", .feeds, [("category", .equals), ("isFeatured", .equals)],
    sortedBy: "subscriberCount")
  package static let searchFeedsByTitle = AppQuery(
    "search-feeds-by-title", .feeds, [("title", .containsAllTokens), ("language", .equals)],
    sortedBy: "subscriberCount")
  /// CelestraKit's tags have no index.
  package static let searchFeedsByTag = AppQuery(
    "search-feeds-by-tag", .feeds, [("tags", .listContains), ("language", .equals)], sortedBy: "subscriberCount",
    in: [.publicCatalog])
  /// CelestraKit keeps the measurements in the feed's record.
  package static let metadataOfFeed = AppQuery(
    "metadata-of-feed", .metadata, [("feedReference", .equals)], in: [.publicCatalog])
  package static let featuredCollections = AppQuery(
    "featured-collections", .collections, [("isFeatured", .equals)], sortedBy: "subscriberCount", in: [.publicCatalog])
  /// The articles of a feed, newest first.
  package static let articlesOfFeed = AppQuery(
    "articles-of-feed", .articles, [("feedReference", .equals)], sortedBy: "publishedDate")
  package static let articlesOfFeedSince = AppQuery(
    "articles-of-feed-since", .articles, [("feedReference", .equals), ("publishedDate", .greaterThan)],
    sortedBy: "publishedDate")
  /// The articles of several feeds, newest first.
  package static let articlesOfFeeds = AppQuery(
    "articles-of-feeds", .articles, [("feedReference", .in)], sortedBy: "publishedDate")
  package static let articlesOfFeedsSince = AppQuery(
    "articles-of-feeds-since", .articles, [("feedReference", .in), ("publishedDate", .greaterThan)],
    sortedBy: "publishedDate")
  package static let searchArticlesByTitle = AppQuery(
    "search-articles-by-title", .articles, [("title", .containsAllTokens)], sortedBy: "publishedDate")
  package static let searchArticlesByText = AppQuery(
    "search-articles-by-text", .articles, [("contentText", .containsAllTokens)], sortedBy: "publishedDate")

  package static let all: [AppQuery] = [
    allCategories, featuredFeedsInCategory, searchFeedsByTitle, searchFeedsByTag, metadataOfFeed, featuredCollections,
    articlesOfFeed, articlesOfFeedSince, articlesOfFeeds, articlesOfFeedsSince, searchArticlesByTitle,
    searchArticlesByText,
  ]

  /// Returns the query with its values, one per condition, or `nil` if the layout does not serve it.
  package func query(_ values: [FieldValue], in layout: CatalogLayout) -> Query? {
    guard layouts.contains(layout), let type = table.type(in: layout) else { return nil }
    let filters = zip(conditions, values).map { condition, value in
      Filter(condition.field.name(in: layout) ?? condition.field.name, condition.comparator, value)
    }
    let sort = order.map { Sort($0.field.name(in: layout) ?? $0.field.name, ascending: $0.ascending) }
    return Query(type, filters: filters, sorts: sort.map { [$0] } ?? [])
  }
}
