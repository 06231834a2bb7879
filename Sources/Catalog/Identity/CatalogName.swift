package import CloudKitRecords
import Crypto

/// Record names of the catalog, identical for the same item in every container and every run.
///
/// A name is a version 5 UUID (RFC 9562 §5.5) in this project's own namespace. The namespace, the prefixes and
/// `FeedURL.Key` must never change: any change renames every record in every container.
package enum CatalogName {
  /// The namespace `dc635c22-296c-4295-9b36-2cfd82000ee2`, generated at random in 2026-11.
  private static let namespace: [UInt8] = [
    0xDC, 0x63, 0x5C, 0x22, 0x29, 0x6C, 0x42, 0x95, 0x9B, 0x36, 0x2C, 0xFD, 0x82, 0x00, 0x0E, 0xE2,
  ]

  /// Returns the record name of a feed, derived from its identity key.
  package static func feed(_ key: FeedURL.Key) -> RecordName { name("feed:", key.rawValue) }

  /// Returns the record name of a feed's metadata, derived from the feed's record name.
  package static func metadata(of feed: RecordName) -> RecordName { name("metadata:", feed.rawValue) }

  /// Returns the record name of a collection, derived from its slug.
  package static func collection(_ slug: Slug) -> RecordName { name("collection:", slug.rawValue) }

  /// Returns the record name of a category, which is its slug.
  package static func category(_ slug: Slug) -> RecordName { RecordName(slug.rawValue) }

  /// Returns the record name of an article, derived from its feed's record name and its key within the feed.
  package static func article(_ key: String, of feed: RecordName) -> RecordName {
    name("article:", feed.rawValue + "\0" + key)
  }

  /// Returns the identifier of a feed of changes, derived from the name of what changes.
  package static func changes(of container: String) -> String { name("changes:", container).rawValue }

  /// Returns the identifier of a change of a feed, which a run finds at most once.
  package static func change(_ kind: String, of feed: RecordName, at time: Timestamp, in container: String) -> String {
    name("change:", [container, feed.rawValue, kind, "\(time.milliseconds)"].joined(separator: "\0")).rawValue
  }

  /// Returns the identifier of a site's feed of new feeds.
  package static func additions(to site: String) -> String { name("additions:", site).rawValue }

  /// Returns the identifier of the entry that tells of a new feed of a site.
  package static func addition(of feed: RecordName, to site: String) -> String {
    name("addition:", [site, feed.rawValue].joined(separator: "\0")).rawValue
  }

  private static func name(_ kind: String, _ text: String) -> RecordName {
    var hash = Insecure.SHA1()
    hash.update(data: namespace)
    hash.update(data: Array(kind.utf8))
    hash.update(data: Array(text.utf8))
    var bytes = Array(hash.finalize().prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return RecordName(ContentDigest.hexadecimal(bytes, hyphens: [4, 6, 8, 10]))
  }
}
