import Catalog
package import CloudKitRecords

/// Feeds that a configuration lists by their addresses. A feed that moves from the address that gave
/// its record the name stays listed.
package struct ListedFeeds: Hashable, Sendable {
  private var keys: Set<FeedURL.Key> = []
  /// The names of the records whose feeds had a listed address first.
  private var names: Set<RecordName> = []

  /// Creates a list of addresses; ignores those that no feed can have.
  package init(_ addresses: [String] = []) {
    keys = Set(addresses.compactMap(Self.key))
    names = Set(keys.map(CatalogName.feed))
  }

  var isEmpty: Bool { keys.isEmpty }

  /// Returns whether a feed is listed: by its address, or by the address that gave its record the name.
  package func contains(_ url: String?, named name: RecordName) -> Bool {
    !keys.isEmpty && (names.contains(name) || url.flatMap(Self.key).map(keys.contains) ?? false)
  }

  /// Returns the identity without a password, which the list must not contain.
  private static func key(_ url: String) -> FeedURL.Key? { (try? FeedURL(FeedURL.redacted(url)))?.key }
}
