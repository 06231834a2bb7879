package import Catalog
package import CloudKitRecords

/// A plan for removing records, with the records it affects.
package struct Removal: Sendable {
  /// The changes: collections lose feeds, then records are deleted. Records that refer to others come first.
  package private(set) var changes: [PlannedChange] = []
  /// The titles of remaining collections that lose a feed.
  package private(set) var collections: [String] = []
  /// The number of metadata records deleted with their feeds.
  package private(set) var metadata = 0
  /// The number of subscriptions to the feeds. They remain because they belong to their users.
  package private(set) var subscriptions = 0
  /// The number of articles of the feeds.
  package private(set) var articles = 0
  /// Whether the articles are deleted; otherwise, they remain until they expire.
  package let deletesArticles: Bool

  /// Plans the removal of orphans, except those that are kept. Writes nothing.
  /// - Parameters:
  ///   - asOf: The modification timestamp for collections that lose a feed.
  ///   - deletesArticles: whether to delete the articles of removed feeds.
  package init(
    of orphans: [SeedOrphan], in reader: CatalogReader, asOf: Timestamp, deletingArticles deletesArticles: Bool = false
  ) async throws(RecordStoreError) {
    self.deletesArticles = deletesArticles
    let doomed = orphans.filter { $0.keptBecause == nil }
    let feeds = doomed.filter { $0.kind == .feed }
    if !feeds.isEmpty {
      let names = feeds.map(\.name)
      if reader.layout.hasTaxonomy {
        let gone = Set(doomed.filter { $0.kind == .collection }.map(\.name))
        try await takeOut(Set(names), of: gone, in: reader, asOf)
        try await removeMetadata(of: feeds, in: reader)
      }
      subscriptions = try await reader.subscriptions(to: names)
      try await findArticles(of: names, in: reader)
    }
    for kind in [SeedKind.collection, .feed, .category] {
      let type = kind.recordType(in: reader.layout)
      for orphan in doomed where orphan.kind == kind {
        var deletion = Record(type: type, name: orphan.name, changeTag: orphan.changeTag).deletion(title: orphan.title)
        if kind == .feed, deletesArticles { deletion.emptied = [reader.layout.articleType] }
        changes.append(deletion)
      }
    }
  }

  /// Removes feeds from the remaining collections. A collection's `feeds` field is not QUERYABLE, so all collections
  /// are read.
  private mutating func takeOut(
    _ feeds: Set<RecordName>, of gone: Set<RecordName>, in reader: CatalogReader, _ asOf: Timestamp
  ) async throws(RecordStoreError) {
    try await reader.forEachPage(of: .collections, fields: [CollectionField.title, CollectionField.feeds]) { page in
      for collection in page where !gone.contains(collection.name) {
        let members = collection[CollectionField.feeds]?.list ?? []
        let left = members.filter { $0.reference.map { !feeds.contains($0.recordName) } ?? true }
        if left.count == members.count { continue }
        let changed: RecordFields = [
          CollectionField.feeds.name: .list(left), CollectionField.updatedAt.name: .timestamp(asOf),
        ]
        collections.append(collection.title)
        changes.append(collection.change(changed, title: collection.title))
      }
    }
  }

  private mutating func removeMetadata(
    of feeds: [SeedOrphan], in reader: CatalogReader
  ) async throws(RecordStoreError) {
    let titles = Dictionary(feeds.map { ($0.name, $0.title) }) { first, _ in first }
    let field = MetadataField.feedReference
    let values = feeds.map { FieldValue.reference(Reference($0.name)) }
    try await reader.forEachPage(of: .metadata, where: field, in: values, fields: [field]) { page in
      for record in page {
        let title = record[field]?.reference.flatMap { titles[$0.recordName] } ?? record.name.rawValue
        metadata += 1
        changes.append(record.deletion(title: title))
      }
    }
  }

  /// Counts the articles of feeds, and plans their deletion if they are deleted.
  private mutating func findArticles(
    of feeds: [RecordName], in reader: CatalogReader
  ) async throws(RecordStoreError) {
    // A container created only for seeding may have neither articles nor subscriptions.
    guard reader.declares(reader.layout.articleType) else { return }
    let field = ArticleField.feedReference
    let values = feeds.map { field.reference(to: $0, in: reader.layout) }
    try await reader.forEachPage(of: .articles, where: field, in: values, fields: [ArticleField.title]) { page in
      articles += page.count
      if deletesArticles { changes += page.map { $0.deletion(title: $0.title) } }
    }
  }
}

extension CatalogReader {
  /// Returns the number of subscriptions to feeds, one for each user and feed.
  func subscriptions(to feeds: [RecordName]) async throws(RecordStoreError) -> Int {
    guard declares(CatalogTable.subscriptions.recordType) else { return 0 }
    let field = SubscriptionField.feedRecordName
    var tally = CreatorTally(by: field.name)
    try await forEachPage(of: .subscriptions, where: field, in: feeds.map { .string($0.rawValue) }, fields: [field]) {
      tally.add($0)
    }
    return tally.counts.total
  }
}
