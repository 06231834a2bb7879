package import Catalog
package import CloudKitRecords

/// What it takes to remove records, and who is affected.
package struct Removal: Sendable {
  /// The changes: collections lose feeds, then records go, those that refer to others first.
  package fileprivate(set) var changes: [PlannedChange] = []
  /// Collections that stay and lose a feed, by title.
  package fileprivate(set) var collections: [String] = []
  /// Metadata records that go with their feeds.
  package fileprivate(set) var metadata = 0
  /// Subscriptions of the feeds. They stay: they are their readers'.
  package fileprivate(set) var subscriptions = 0
  /// Articles of the feeds. They stay until they expire.
  package fileprivate(set) var articles = 0
}

/// Plans removals: finds what depends on the records that go.
package struct RemovalPlanner: Sendable {
  /// Feed names a filter takes at once.
  private static let namesPerQuery = 100

  private let reader: CatalogReader
  private let asOf: Timestamp

  /// A planner for a catalogue.
  /// - Parameter asOf: the moment collections that lose a feed are given as changed.
  package init(_ reader: CatalogReader, asOf: Timestamp) {
    self.reader = reader
    self.asOf = asOf
  }

  /// What it takes to remove records; those that are kept are passed over. Nothing is written.
  package func plan(_ orphans: [SeedOrphan]) async throws(RecordStoreError) -> Removal {
    let doomed = orphans.filter { $0.keptBecause == nil }
    let feeds = doomed.filter { $0.kind == .feed }
    var removal = Removal()
    if !feeds.isEmpty {
      let names = feeds.map(\.name)
      if reader.layout.hasTaxonomy {
        let gone = Set(doomed.filter { $0.kind == .collection }.map(\.name))
        try await takeOut(Set(names), of: gone, &removal)
        try await removeMetadata(of: feeds, &removal)
      }
      removal.subscriptions = try await count(
        FeedSubscription.recordType, where: FeedSubscription.Field.feedRecordName.rawValue,
        names.map { .string($0.rawValue) })
      removal.articles = try await count(
        reader.layout.articleType, where: reader.layout.articleFeedField, names.map(reader.layout.articleFeedValue))
    }
    for kind in [SeedKind.collection, .feed, .category] {
      removal.changes += doomed.filter { $0.kind == kind }.map(deletion)
    }
    return removal
  }

  private func deletion(_ orphan: SeedOrphan) -> PlannedChange {
    let type = orphan.kind.recordType(in: reader.layout)
    return Record(type: type, name: orphan.name, changeTag: orphan.changeTag).deletion(title: orphan.title)
  }

  /// Takes feeds out of the collections that stay; `feeds` of a collection is not QUERYABLE, so all are looked at.
  private func takeOut(
    _ feeds: Set<RecordName>, of gone: Set<RecordName>, _ removal: inout Removal
  ) async throws(RecordStoreError) {
    let fields = [FeedCollection.Field.title, .feeds].map(\.rawValue)
    let query = Query(FeedCollection.recordType, desiredFields: fields)
    try await reader.store.forEachPage(of: query) { (page) throws(RecordStoreError) in
      for collection in page where !gone.contains(collection.name) {
        let members = collection.fields[FeedCollection.Field.feeds.rawValue]?.list ?? []
        let left = members.filter { $0.reference.map { !feeds.contains($0.recordName) } ?? true }
        if left.count == members.count { continue }
        let title = collection.fields[FeedCollection.Field.title.rawValue]?.string ?? collection.name.rawValue
        let changed: RecordFields = [
          FeedCollection.Field.feeds.rawValue: .list(left), FeedCollection.Field.updatedAt.rawValue: .timestamp(asOf),
        ]
        removal.collections.append(title)
        removal.changes.append(collection.change(changed, title: title))
      }
    }
  }

  private func removeMetadata(of feeds: [SeedOrphan], _ removal: inout Removal) async throws(RecordStoreError) {
    let titles = Dictionary(feeds.map { ($0.name, $0.title) }) { first, _ in first }
    let field = FeedMetadata.Field.feedReference.rawValue
    let values = feeds.map { FieldValue.reference(Reference($0.name)) }
    try await forEachPage(FeedMetadata.recordType, where: field, values, fields: [field]) { page in
      for record in page {
        let title = record.fields[field]?.reference.flatMap { titles[$0.recordName] } ?? record.name.rawValue
        removal.metadata += 1
        removal.changes.append(record.deletion(title: title))
      }
    }
  }

  private func count(
    _ type: String, where field: String, _ values: [FieldValue]
  ) async throws(RecordStoreError) -> Int {
    // A container made for seeding alone may have neither articles nor subscriptions.
    guard reader.declares(type) else { return 0 }
    var count = 0
    try await forEachPage(type, where: field, values, fields: []) { count += $0.count }
    return count
  }

  private func forEachPage(
    _ type: String, where field: String, _ values: [FieldValue], fields: [String], _ body: ([Record]) -> Void
  ) async throws(RecordStoreError) {
    for start in stride(from: 0, to: values.count, by: Self.namesPerQuery) {
      let some = Array(values[start..<min(start + Self.namesPerQuery, values.count)])
      let query = Query(type, filters: [Filter(field, .in, .list(some))], desiredFields: fields)
      try await reader.store.forEachPage(of: query) { (page) throws(RecordStoreError) in body(page) }
    }
  }
}
