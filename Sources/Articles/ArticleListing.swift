package import Catalog
package import CloudKitRecords

/// Filters and order of a list of articles. Only declared indexes are used, as the app's queries do.
package struct ArticleListing: Sendable {
  /// `nil` for all feeds.
  package var feeds: [RecordName]?
  /// The earliest and the latest publication date.
  package var since, until: Timestamp?
  package var language: String?
  package var tag: String?
  package var titleWords: String?
  package var textWords: String?
  /// The date until which articles have expired; `nil` for all articles.
  package var expiredAsOf: Timestamp?

  /// Creates a list of all articles, newest first.
  package init() {}

  /// Returns the matching articles, newest first, up to a limit.
  /// - Parameter fields: `nil` for all fields.
  package func articles(
    _ reader: CatalogReader, fields: [CatalogField]?, limit: Int
  ) async throws(RecordStoreError) -> [Record] {
    let layout = reader.layout
    var query = Query(layout.articleType, filters: filters(in: layout))
    query.sorts = [Sort(layout.articleDateField, ascending: false)]
    query.desiredFields = fields.map { reader.schema.declared($0.names(in: layout), of: layout.articleType) }
    query.limit = min(limit, RecordLimits.recordsPerPage)
    return try await reader.store.records(of: query, atMost: limit) { matches($0, in: layout) }
  }

  private func filters(in layout: CatalogLayout) -> [Filter] {
    var filters: [Filter] = []
    if let feeds {
      let values = feeds.map { ArticleField.feedReference.reference(to: $0, in: layout) }
      filters.append(
        values.count == 1
          ? Filter(layout.articleFeedField, .equals, values[0]) : Filter(layout.articleFeedField, .in, .list(values)))
    }
    if let since { filters.append(Filter(layout.articleDateField, .greaterThanOrEquals, .timestamp(since))) }
    if let until { filters.append(Filter(layout.articleDateField, .lessThanOrEquals, .timestamp(until))) }
    if let language { filters.append(Filter(ArticleField.language.name, .equals, .string(language))) }
    // CelestraKit has no index on tags.
    if let tag, layout == .publicCatalog { filters.append(Filter(ArticleField.tags.name, .listContains, .string(tag))) }
    if let titleWords { filters.append(Filter(ArticleField.title.name, .containsAllTokens, .string(titleWords))) }
    if let textWords { filters.append(Filter(ArticleField.contentText.name, .containsAllTokens, .string(textWords))) }
    if let expiredAsOf, let field = ArticleField.expiresAt.name(in: layout) {
      filters.append(Filter(field, .lessThanOrEquals, .timestamp(expiredAsOf)))
    }
    return filters
  }

  private func matches(_ record: Record, in layout: CatalogLayout) -> Bool {
    guard let tag, layout == .celestraKit else { return true }
    return record[ArticleField.tags.name]?.list?.contains(.string(tag)) == true
  }
}
