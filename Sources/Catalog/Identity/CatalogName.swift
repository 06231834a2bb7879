package import CloudKitRecords

/// Record names of the catalog, identical for the same item in every container and every run.
///
/// A name is a version 5 UUID in this project's own namespace. The namespace, the prefixes and `FeedURL.Key` must never
/// change: any change renames every record in every container.
package enum CatalogName {
  /// Returns the record name of a feed, derived from its identity key.
  package static func feed(_ key: FeedURL.Key) -> RecordName { name("feed:", key.rawValue) }

  /// Returns the record name of a feed's metadata, derived from the feed's record name.
  package static func metadata(of feed: RecordName) -> RecordName { name("metadata:", feed.rawValue) }

  /// Returns the record name of a collection, derived from its slug.
  package static func collection(_ slug: Slug) -> RecordName { name("collection:", slug.rawValue) }

  /// Returns the record name of a category, which is its slug.
  package static func category(_ slug: Slug) -> RecordName { RecordName(slug.rawValue) }

  private static func name(_ kind: String, _ text: String) -> RecordName {
    RecordName(NameBasedUUID(kind + text).text)
  }
}
