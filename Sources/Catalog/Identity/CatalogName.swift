package import CloudKitRecords

/// The names of the catalogue's records: the same for the same thing in every container and every run.
///
/// A name is a UUID of version 5 in one namespace of ours. That namespace, the prefixes and `FeedURL.Key` are a promise:
/// changing any of them gives every record of every container another name.
package enum CatalogName {
  /// A feed's, of its identity key.
  package static func feed(_ key: FeedURL.Key) -> RecordName { name("feed:", key.rawValue) }

  /// That of a feed's metadata, of the feed's record name.
  package static func metadata(of feed: RecordName) -> RecordName { name("metadata:", feed.rawValue) }

  /// A collection's, of its slug.
  package static func collection(_ slug: Slug) -> RecordName { name("collection:", slug.rawValue) }

  /// A category's: its slug.
  package static func category(_ slug: Slug) -> RecordName { RecordName(slug.rawValue) }

  private static func name(_ kind: String, _ text: String) -> RecordName {
    RecordName(NameBasedUUID(kind + text).text)
  }
}
