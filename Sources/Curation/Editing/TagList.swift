package import Catalog
package import CloudKitRecords

/// The tags of a catalog's feeds.
package enum TagList {
  package struct Entry: Hashable, Sendable {
    package let tag: String
    package let feeds: Int
  }

  /// Returns all tags, the most frequent first.
  package static func all(_ reader: CatalogReader) async throws(RecordStoreError) -> [Entry] {
    var counts: [String: Int] = [:]
    try await reader.forEachPage(of: .feeds, fields: [FeedField.tags]) { page in
      for feed in page {
        for tag in feed[FeedField.tags]?.list ?? [] { tag.string.map { counts[$0, default: 0] += 1 } }
      }
    }
    return counts.map { Entry(tag: $0.key, feeds: $0.value) }.sorted { (-$0.feeds, $0.tag) < (-$1.feeds, $1.tag) }
  }

  /// Plans to rename or remove a tag of all feeds. Writes nothing.
  /// - Parameter new: The new name; `nil` to remove the tag.
  /// - Throws: `NothingNamed` for a tag that no feed has, or the store's error.
  package static func plan(
    _ editor: CatalogEditor, _ reader: CatalogReader, replacing name: String, with new: String?
  ) async throws -> SeedPlan {
    var old = name
    var listing = FeedListing()
    listing.tag = old
    listing.order = .title
    var feeds = try await listing.feeds(reader)
    if feeds.isEmpty {
      let known = try await all(reader).map(\.tag)
      // As `feeds set --remove-tag` does, and only if no tag is spelled so.
      guard let spelled = known.first(where: { $0.lowercased() == name.lowercased() }) else {
        throw NothingNamed(kind: "tag", name: name, known: known)
      }
      old = spelled
      listing.tag = spelled
      feeds = try await listing.feeds(reader)
    }
    let edits = feeds.map { record in
      var seed = FeedSeed(
        feedURL: record[FeedField.feedURL]?.string ?? "", authority: .named, place: CatalogEditor.place)
      seed.fields[FeedField.title] = record[FeedField.title]
      let tags = (record[FeedField.tags]?.list ?? []).compactMap(\.string).compactMap { $0 == old ? new : $0 }
      seed.fields[FeedField.tags] = .strings(tags.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
      return (seed: seed, existing: Optional(record))
    }
    return try await editor.plan(feeds: edits, allowsCredentials: true)
  }
}
