package import Catalog
package import CloudKitRecords

/// Finds the articles that a user names by a record name or a URL.
package struct ArticleFinder: Sendable {
  private let reader: CatalogReader

  package init(_ reader: CatalogReader) { self.reader = reader }

  /// Returns the matching articles with all fields. A URL matches in either web scheme.
  package func articles(_ text: String) async throws(RecordStoreError) -> [Record] {
    let name = RecordName(text)
    let type = reader.layout.articleType
    if name.problem == nil, let record = try await reader.store.lookup([name], desiredFields: nil)[name],
      record.type == type
    {
      return [record]
    }
    // CelestraKit has no index on addresses, but many identifiers are addresses.
    let field = reader.layout == .publicCatalog ? ArticleField.url : ArticleField.guid
    var found: [Record] = []
    let spellings = [text, EntryKey.otherScheme(text)].compactMap(\.self)
    let query = Query(type, filters: [Filter(field.name, .in, .strings(spellings))])
    try await reader.store.forEachPage(of: query) { (page) throws(RecordStoreError) in found += page }
    if found.isEmpty, reader.layout == .celestraKit, WebLink.address(text) != nil {
      return try await articles(at: Set(spellings.map { ArticleSpelling.url($0) }))
    }
    return found
  }

  /// Reads the addresses of all articles, and returns the articles with one of some addresses.
  private func articles(at addresses: Set<String>) async throws(RecordStoreError) -> [Record] {
    var names: [RecordName] = []
    try await reader.forEachPage(of: .articles, fields: [ArticleField.url]) { page in
      names += page.filter { addresses.contains(ArticleSpelling($0).url) }.map(\.name)
    }
    let found = try await reader.store.lookup(names, desiredFields: nil)
    return names.compactMap { found[$0] }
  }

  /// Returns the articles of feeds, with their titles and feeds only.
  package func articles(of feeds: [RecordName]) async throws(RecordStoreError) -> [Record] {
    var found: [Record] = []
    for feed in feeds {
      let value = ArticleField.feedReference.reference(to: feed, in: reader.layout)
      let query = Query(
        reader.layout.articleType, filters: [Filter(reader.layout.articleFeedField, .equals, value)],
        desiredFields: [ArticleField.title.name, reader.layout.articleFeedField])
      try await reader.store.forEachPage(of: query) { (page) throws(RecordStoreError) in found += page }
    }
    return found
  }

  /// Plans changes after which the next update compares the documents of feeds with their stored articles.
  package func rereading(_ feeds: [RecordName]) async throws(RecordStoreError) -> [PlannedChange] {
    let layout = reader.layout
    guard let mark = MetadataField.articlesReadAt.name(in: layout) else { return [] }
    return try await reader.page(named: feeds).entries.filter { $0.articlesReadAt != nil }.compactMap { feed in
      let record =
        layout.hasTaxonomy
        ? feed.metadata.map { metadata in
          Record(type: layout.measuresType, name: metadata.recordName, changeTag: metadata.changeTag)
        } : Record(type: layout.feedType, name: feed.recordName, changeTag: feed.changeTag)
      return record?.change([:], clearing: [mark], title: feed.title)
    }
  }
}
