package import Catalog
package import CloudKitRecords

/// The reads of the app's `PublicFeedService`, each made of the queries that `schema/queries.json` declares.
///
/// Source: seed 000, Service Layer and API Reference.
package struct AppReader: Sendable {
  private let store: any RecordStore
  private let layout: CatalogLayout

  package init(_ store: any RecordStore, layout: CatalogLayout) {
    self.store = store
    self.layout = layout
  }

  /// An error for a read that the layout does not support.
  package struct Unsupported: Error, Hashable, Sendable, CustomStringConvertible {
    let what: String
    let layout: CatalogLayout

    package var description: String { "the layout \(layout.rawValue) of this container has no \(what)" }
  }

  /// Returns the categories in the editors' order.
  package func categories(_ page: AppPage) async throws -> AppAnswer {
    try await read(.allCategories, [], page, or: "category records")
  }

  /// Returns the featured feeds of a category, those with the most subscribers first.
  /// - Parameter category: the slug, or in `celestraKit` the display name.
  package func featuredFeeds(in category: RecordName, _ page: AppPage) async throws -> AppAnswer {
    let category = FeedField.category.reference(to: category, in: layout)
    return try await read(.featuredFeedsInCategory, [category, .flag(true)], page, or: "featured feeds")
  }

  /// Returns the feeds of a language with all words in the title, or with the words as a tag, those with the most
  /// subscribers first. CloudKit has no OR, so there are two queries.
  package func feeds(matching words: String, language: String, _ page: AppPage) async throws -> AppAnswer {
    let titled = try await read(.searchFeedsByTitle, [.string(words), .string(language)], page, or: "titles")
    guard AppQuery.searchFeedsByTag.layouts.contains(layout) else { return titled }
    let tagged = try await feeds(tagged: words, language: language, page)
    return AppAnswer(merging: [titled, tagged], by: FeedField.subscriberCount.name, limit: page.limit)
  }

  /// Returns the feeds of a language with a tag, those with the most subscribers first.
  package func feeds(tagged tag: String, language: String, _ page: AppPage) async throws -> AppAnswer {
    // Tags are stored in lower case and compared whole.
    try await read(.searchFeedsByTag, [.string(tag.lowercased()), .string(language)], page, or: "index of tags")
  }

  /// Returns the measurements of a feed; no record if the feed was never measured.
  package func metadata(of feed: RecordName) async throws -> AppAnswer {
    guard layout.hasTaxonomy else { return try await records([feed]) }
    return try await read(.metadataOfFeed, [.reference(Reference(feed))], AppPage(limit: 1), or: "measurements")
  }

  /// Returns the featured collections, those with the most subscribers first.
  package func featuredCollections(_ page: AppPage) async throws -> AppAnswer {
    try await read(.featuredCollections, [.flag(true)], page, or: "collections")
  }

  /// Returns the feeds of a collection, in its order. Skips missing feeds.
  package func feeds(of collection: Record) async throws(RecordStoreError) -> AppAnswer {
    try await records((collection[CollectionField.feeds]?.references ?? []).map(\.recordName))
  }

  /// Returns the articles of feeds, newest first.
  /// - Parameter since: the date that articles must be published after; `nil` for all.
  package func articles(of feeds: [RecordName], since: Timestamp?, _ page: AppPage) async throws -> AppAnswer {
    let field = ArticleField.feedReference
    let values = feeds.map { field.reference(to: $0, in: layout) }
    let date = since.map { [FieldValue.timestamp($0)] } ?? []
    if values.count == 1 {
      return try await read(since == nil ? .articlesOfFeed : .articlesOfFeedSince, values + date, page, or: "articles")
    }
    let query: AppQuery = since == nil ? .articlesOfFeeds : .articlesOfFeedsSince
    if values.count <= RecordLimits.valuesPerFilter {
      return try await read(query, [.list(values)] + date, page, or: "articles")
    }
    var answers: [AppAnswer] = []
    for some in values.filterPages {
      answers.append(try await read(query, [.list(some)] + date, page, or: "articles"))
    }
    return AppAnswer(merging: answers, by: layout.articleDateField, limit: page.limit)
  }

  /// Returns the article with a record name, with all its fields; no record if it does not exist.
  package func article(_ name: RecordName) async throws(RecordStoreError) -> AppAnswer {
    let found = try await store.lookup([name], desiredFields: nil)[name]
    return AppAnswer([found].compactMap(\.self).filter { $0.type == layout.articleType })
  }

  /// Returns the articles with all words in the title or in the text, newest first.
  package func articles(matching words: String, _ page: AppPage) async throws -> AppAnswer {
    let titled = try await read(.searchArticlesByTitle, [.string(words)], page, or: "articles")
    let texts = try await read(.searchArticlesByText, [.string(words)], page, or: "articles")
    return AppAnswer(merging: [titled, texts], by: layout.articleDateField, limit: page.limit)
  }

  private func records(_ names: [RecordName]) async throws(RecordStoreError) -> AppAnswer {
    var found: [RecordName: Record] = [:]
    for page in names.recordPages {
      found.merge(try await store.lookup(page, desiredFields: nil)) { first, _ in first }
    }
    return AppAnswer(names.compactMap { found[$0] })
  }

  /// Reads as many pages of a query as the limit requires.
  private func read(
    _ declared: AppQuery, _ values: [FieldValue], _ page: AppPage, or missing: String
  ) async throws -> AppAnswer {
    guard var query = declared.query(values, in: layout) else { throw Unsupported(what: missing, layout: layout) }
    // Lists show no texts, which may have a megabyte each.
    let texts = declared.table.recordType == CatalogTable.articles.recordType ? ["content", "contentText"] : []
    query.desiredFields = declared.table.columns(in: layout).filter { !texts.contains($0.name) }.names(in: layout)
    var records: [Record] = []
    var cursor = page.after
    var cursors = CursorGuard()
    repeat {
      if Task.isCancelled { throw RecordStoreError.stopped }
      query.limit = min(page.limit - records.count, RecordLimits.recordsPerPage)
      let read = try await store.query(query, after: cursor)
      records += read.records
      if let next = read.next { try cursors.advance(to: next) }
      cursor = read.next
    } while cursor != nil && records.count < page.limit
    return AppAnswer(records, next: cursor)
  }
}
