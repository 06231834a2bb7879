package import CloudKitRecords

/// Finds the feed a person means by its record name, its URL or its title.
package struct FeedSearch: Sendable {
  private let reader: CatalogReader

  /// A search in a catalogue.
  package init(_ reader: CatalogReader) { self.reader = reader }

  /// The record names of the feeds a text names: one, several of one title, or none.
  package func names(for text: String) async throws(RecordStoreError) -> [RecordName] {
    let named = try await reader.store.lookup([RecordName(text)], desiredFields: [])
    if let record = named.values.first, record.type == reader.layout.feedType { return [record.name] }
    if let url = try? FeedURL(text) {
      let own = CatalogName.feed(url.key)
      if try await reader.store.lookup([own], desiredFields: [])[own] != nil { return [own] }
      // Feeds that other programs added have names of theirs: ask for every address of the same identity.
      let found = try await names(where: FeedField.feedURL.name, .in, .strings(url.variants))
      if !found.isEmpty { return found }
    }
    return try await names(where: FeedField.title.name, .equals, .string(text))
  }

  /// A field that is not QUERYABLE, as a title in CelestraKit's schema, finds nothing.
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
  /// The canonical addresses of the same identity: with and without TLS, `www.` and a final slash.
  fileprivate var variants: [String] {
    let bare = key.rawValue
    return ["https://", "http://"].flatMap { scheme in
      ["", "www."].flatMap { prefix in ["", "/"].map { scheme + prefix + bare + $0 } }
    }
  }
}
