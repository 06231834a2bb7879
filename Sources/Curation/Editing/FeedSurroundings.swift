package import Catalog
package import CloudKitRecords

/// The records related to a feed.
package struct FeedSurroundings: Sendable {
  /// The feed's metadata records. Exactly one is expected.
  package private(set) var metadata: [Record] = []
  /// The titles of the collections that contain the feed.
  package private(set) var collections: [String] = []
  /// The number of subscriptions to the feed, one for each user.
  package private(set) var subscriptions = 0

  /// Reads the records related to a feed.
  package init(of feed: Record, in reader: CatalogReader) async throws(RecordStoreError) {
    let reference = FieldValue.reference(Reference(feed.name))
    let isOfFeed = Filter(MetadataField.feedReference.name, .equals, reference)
    var metadata: [Record] = []
    try await reader.forEachPage(of: .metadata, where: [isOfFeed]) { metadata += $0 }
    self.metadata = metadata
    let all = try await ExportedCollection.all(reader, names: [])
    collections = all.filter { $0.feeds.contains(feed.name) }.map(\.title)
    guard reader.declares(CatalogTable.subscriptions.recordType) else { return }
    let filter = Filter(SubscriptionField.feedRecordName.name, .equals, .string(feed.name.rawValue))
    var tally = CreatorTally(by: SubscriptionField.feedRecordName.name)
    try await reader.forEachPage(of: .subscriptions, where: [filter], fields: [SubscriptionField.feedRecordName]) {
      tally.add($0)
    }
    subscriptions = tally.counts.total
  }
}
