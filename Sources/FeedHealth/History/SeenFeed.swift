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
}
