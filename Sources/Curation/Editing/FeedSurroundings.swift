package import Catalog
package import CloudKitRecords

/// What hangs together with a feed.
package struct FeedSurroundings: Sendable {
  /// Its metadata records; there should be one.
  package private(set) var metadata: [Record] = []
  /// The collections it is in, by title.
  package private(set) var collections: [String] = []
  /// How many subscribe to it.
  package private(set) var subscriptions = 0

  /// Reads what hangs together with a feed.
  package init(of feed: Record, in reader: CatalogReader) async throws(RecordStoreError) {
    let reference = FieldValue.reference(Reference(feed.name))
    if reader.layout.hasTaxonomy {
      let filter = Filter(FeedMetadata.Field.feedReference.rawValue, .equals, reference)
      var metadata: [Record] = []
      let query = Query(FeedMetadata.recordType, filters: [filter])
      try await reader.store.forEachPage(of: query) { (page) throws(RecordStoreError) in metadata += page }
      self.metadata = metadata
      let all = try await ExportedCollection.all(reader, names: [])
      collections = all.filter { $0.feeds.contains(feed.name) }.map(\.title)
    }
    guard reader.declares(FeedSubscription.recordType) else { return }
    let filter = Filter(FeedSubscription.Field.feedRecordName.rawValue, .equals, .string(feed.name.rawValue))
    var count = 0
    let query = Query(FeedSubscription.recordType, filters: [filter], desiredFields: [])
    try await reader.store.forEachPage(of: query) { (page) throws(RecordStoreError) in count += page.count }
    subscriptions = count
  }
}
