package import Catalog
package import CloudKitRecords

/// A plan for removing records, with the records it affects.
package struct Removal: Sendable {
  /// The changes: collections lose feeds, then records are deleted. Records that refer to others come first.
  package fileprivate(set) var changes: [PlannedChange] = []
  /// The titles of remaining collections that lose a feed.
  package fileprivate(set) var collections: [String] = []
  /// The number of metadata records deleted with their feeds.
  package fileprivate(set) var metadata = 0
  /// The number of subscriptions to the feeds. They remain because they belong to their users.
  package fileprivate(set) var subscriptions = 0
  /// The number of articles of the feeds.
  package fileprivate(set) var articles = 0
  /// Whether the articles are deleted; otherwise, they remain until they expire.
  package fileprivate(set) var deletesArticles = false
}

/// A planner for removals that finds the records that depend on the removed ones.
package struct RemovalPlanner: Sendable {
  private let reader: CatalogReader
  private let asOf: Timestamp

  /// Creates a planner for a catalog.
  /// - Parameter asOf: The modification timestamp for collections that lose a feed.
  package init(_ reader: CatalogReader, asOf: Timestamp) {
    self.reader = reader
    self.asOf = asOf
  }

  /// Plans the removal of orphans, except those that are kept. Writes nothing.
  /// - Parameter deletesArticles: whether to delete the articles of removed feeds.
  package func plan(
    _ orphans: [SeedOrphan], deletingArticles deletesArticles: Bool = false
  ) async throws(RecordStoreError) -> Removal {
    let doomed = orphans.filter { $0.keptBecause == nil }
    let feeds = doomed.filter { $0.kind == .feed }
    var removal = Removal()
    removal.deletesArticles = deletesArticles
    if !feeds.isEmpty {
      let names = feeds.map(\.name)
      if reader.layout.hasTaxonomy {
        let gone = Set(doomed.filter { $0.kind == .collection }.map(\.name))
        try await takeOut(Set(names), of: gone, &removal)
        try await removeMetadata(of: feeds, &removal)
      }
      removal.subscriptions = try await subscriptions(to: names)
      try await findArticles(of: names, &removal)
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

  /// Removes feeds from the remaining collections. A collection's `feeds` field is not QUERYABLE, so all collections
  /// are read.
  private func takeOut(
    _ feeds: Set<RecordName>, of gone: Set<RecordName>, _ removal: inout Removal
  ) async throws(RecordStoreError) {
    try await reader.forEachPage(of: .collections, fields: [CollectionField.title, CollectionField.feeds]) { page in
      for collection in page where !gone.contains(collection.name) {
        let members = collection[CollectionField.feeds]?.list ?? []
        let left = members.filter { $0.reference.map { !feeds.contains($0.recordName) } ?? true }
        if left.count == members.count { continue }
        let changed: RecordFields = [
          CollectionField.feeds.name: .list(left), CollectionField.updatedAt.name: .timestamp(asOf),
        ]
        removal.collections.append(collection.title)
        removal.changes.append(collection.change(changed, title: collection.title))
      }
    }
  }

  private func removeMetadata(of feeds: [SeedOrphan], _ removal: inout Removal) async throws(RecordStoreError) {
    let titles = Dictionary(feeds.map { ($0.name, $0.title) }) { first, _ in first }
    let field = MetadataField.feedReference
    let values = feeds.map { FieldValue.reference(Reference($0.name)) }
    try await reader.forEachPage(of: .metadata, where: field, in: values, fields: [field]) { page in
      for record in page {
        let title = record[field]?.reference.flatMap { titles[$0.recordName] } ?? record.name.rawValue
        removal.metadata += 1
        removal.changes.append(record.deletion(title: title))
      }
    }
  }

  /// Returns the number of subscriptions to feeds, one for each user and feed.
  private func subscriptions(to feeds: [RecordName]) async throws(RecordStoreError) -> Int {
    let (type, field) = (CatalogTable.subscriptions.recordType, SubscriptionField.feedRecordName.name)
    guard reader.declares(type) else { return 0 }
    var tally = CreatorTally(by: field)
    try await reader.forEachPage(
      of: .subscriptions, where: SubscriptionField.feedRecordName, in: feeds.map { .string($0.rawValue) },
      fields: [SubscriptionField.feedRecordName]
    ) { tally.add($0) }
    return tally.counts.total
  }

  /// Counts the articles of feeds, and plans their deletion if they are deleted.
  private func findArticles(of feeds: [RecordName], _ removal: inout Removal) async throws(RecordStoreError) {
    // A container created only for seeding may have neither articles nor subscriptions.
    guard reader.declares(reader.layout.articleType) else { return }
    let field = ArticleField.feedReference
    let values = feeds.map { field.reference(to: $0, in: reader.layout) }
    try await reader.forEachPage(of: .articles, where: field, in: values, fields: [ArticleField.title]) { page in
      removal.articles += page.count
      if removal.deletesArticles { removal.changes += page.map { $0.deletion(title: $0.title) } }
    }
  }
}
