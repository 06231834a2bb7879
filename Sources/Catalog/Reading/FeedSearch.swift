package import CloudKitRecords

/// Finds the feed that a user names by its record name, URL or title.
package struct FeedSearch: Sendable {
  private let reader: CatalogReader

  /// Creates a search in a catalog.
  package init(_ reader: CatalogReader) { self.reader = reader }

  /// Returns the record names of the matching feeds: one, several with the same title, or none.
  package func names(for text: String) async throws(RecordStoreError) -> [RecordName] {
    let named = try await reader.store.lookup([RecordName(text)], desiredFields: [])
    if let record = named.values.first, record.type == reader.layout.feedType { return [record.name] }
    if let url = try? FeedURL(text) {
      let own = CatalogName.feed(url.key)
      if try await reader.store.lookup([own], desiredFields: [])[own] != nil { return [own] }
      // Feeds that other programs added have other record names, so query every URL with the same identity.
      let found = try await names(where: FeedField.feedURL.name, .in, .strings(url.variants))
      if !found.isEmpty { return found }
    }
    return try await names(where: FeedField.title.name, .equals, .string(text))
  }

  /// Returns the names of matching feeds, or none if the field is not QUERYABLE, such as the title in CelestraKit's
  /// schema.
  private func names(
    where field: String, _ comparator: Filter.Comparator, _ value: FieldValue
  ) async throws(RecordStoreError) -> [RecordName] {
    let query = Query(reader.layout.feedType, filters: [Filter(field, comparator, value)], desiredFields: [])
    do throws(RecordStoreError) {
      return try await reader.store.query(query, after: nil).records.map(\.name)
    } catch .badRequest {
      return []
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
