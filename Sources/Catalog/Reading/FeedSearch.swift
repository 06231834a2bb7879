package import CloudKitRecords

/// Finds the feed that a user names by its record name, URL or title.
package struct FeedSearch: Sendable {
  private let reader: CatalogReader

  package init(_ reader: CatalogReader) { self.reader = reader }

  /// Returns the record names of the matching feeds: one, several with the same URL or title, or none.
  package func names(for text: String) async throws(RecordStoreError) -> [RecordName] {
    let name = RecordName(text)
    let named = name.problem == nil ? try await reader.store.lookup([name], desiredFields: [])[name] : nil
    if let named, named.type == reader.layout.feedType { return [name] }
    if let url = try? FeedURL(text), let found = try await names(of: [url])[url.key] { return found }
    let title = FeedField.title.name
    if let found = try await names(where: Filter(title, .equals, .string(text))) { return found }
    // Some schemas, such as CelestraKit's, index only the words of a title.
    return try await names(where: Filter(title, .containsAllTokens, .string(text))) { $0[title]?.string == text } ?? []
  }

  /// Returns the record names of the feeds with the identities of URLs, in whatever form their URLs are stored.
  package func names(of urls: [FeedURL]) async throws(RecordStoreError) -> [FeedURL.Key: [RecordName]] {
    var found: [FeedURL.Key: [RecordName]] = [:]
    for url in urls { found[url.key] = try await indexedNames(of: url) }
    let missing = Set(urls.map(\.key)).subtracting(found.keys)
    if missing.isEmpty { return found }
    // CloudKit finds only exact texts, and other programs store other forms, so read the URLs of all feeds.
    try await reader.forEachPage(of: .feeds, fields: [FeedField.feedURL]) { page in
      for record in page {
        if let key = record.feedURL?.key, missing.contains(key) { found[key, default: []].append(record.name) }
      }
    }
    return found
  }

  /// Returns the record names of the feeds with the identity of a URL if an index finds them, or `nil`.
  package func indexedNames(of url: FeedURL) async throws(RecordStoreError) -> [RecordName]? {
    let own = CatalogName.feed(url.key)
    if try await reader.store.lookup([own], desiredFields: [])[own] != nil { return [own] }
    // Feeds that other programs added have other record names, so query every URL with the same identity.
    return try await names(where: Filter(FeedField.feedURL.name, .in, .strings(url.variants)))
  }

  /// Returns the names of matching feeds, or `nil` if there are none or if the field lacks the index.
  private func names(
    where filter: Filter, _ isMatch: (Record) -> Bool = { _ in true }
  ) async throws(RecordStoreError) -> [RecordName]? {
    let query = Query(reader.layout.feedType, filters: [filter], desiredFields: [filter.field])
    do throws(RecordStoreError) {
      let records = try await reader.store.query(query, after: nil).records.filter(isMatch)
      return records.isEmpty ? nil : records.map(\.name)
    } catch .badRequest {
      return nil
    }
  }
}

extension FeedURL {
  /// The canonical URLs with the same identity: with and without TLS, `www.` and a trailing slash.
  fileprivate var variants: [String] {
    let bare = key.rawValue
    return ["https://", "http://"].flatMap { scheme in
      ["", "www."].flatMap { prefix in ["", "/"].map { scheme + prefix + bare + $0 } }
    }
  }
}
