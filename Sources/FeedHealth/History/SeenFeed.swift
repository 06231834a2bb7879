package import Catalog
package import CloudKitRecords

/// A feed as a run has seen it in the catalog.
package struct SeenFeed: Hashable, Sendable {
  package let name: RecordName
  package let isActive: Bool
  package let title: String
  /// Address without a password.
  package let feedURL: String

  package init(_ entry: FeedEntry) {
    name = entry.recordName
    isActive = entry.isActive
    title = entry.title
    feedURL = FeedURL.redacted(entry.feedURL)
  }

  /// Whether the address differs from others, such as the former one and its redirect, by more than its spelling.
  package func isElsewhere(than addresses: [String]) -> Bool {
    let key = (try? FeedURL(feedURL))?.key
    return !addresses.contains { (try? FeedURL($0))?.key == key }
  }
}
