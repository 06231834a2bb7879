package import Catalog
package import CloudKitRecords

/// An error for a name that matches several records.
package struct AmbiguousName: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of record, such as `feed`.
  package let kind: String
  package let name: String
  /// What names each of the matching records alone: the address of a feed, or a record name.
  let candidates: [String]

  package var description: String {
    "'\(name)' is \(candidates.count) \(kind)s; give one of: \(candidates.prefix(10).joined(separator: ", "))"
  }
}

/// A search for records by record name, address, slug, or title.
package struct CatalogFinder: Sendable {
  private let reader: CatalogReader

  package var layout: CatalogLayout { reader.layout }

  package init(_ reader: CatalogReader) { self.reader = reader }

  /// Returns the feed with a record name, address, or unambiguous title, with all fields.
  /// - Throws: `NothingNamed`, `AmbiguousName`, or the store's error.
  package func feed(_ text: String) async throws -> Record {
    let name = try await feedName(text)
    guard let record = try await record(named: name) else { throw NothingNamed(kind: "feed", name: text, known: []) }
    return record
  }

  /// Returns the record name of the feed with a record name, address, or unambiguous title.
  /// - Throws: `NothingNamed`, `AmbiguousName`, or the store's error.
  package func feedName(_ text: String) async throws -> RecordName {
    let names = try await FeedSearch(reader).names(for: text)
    guard let name = names.first else { throw NothingNamed(kind: "feed", name: FeedURL.redacted(text), known: []) }
    guard names.count > 1 else { return name }
    let stored = try await reader.store.lookup(names, desiredFields: [FeedField.feedURL.name])
    let urls = names.compactMap { stored[$0]?[FeedField.feedURL]?.string.flatMap { try? FeedURL($0) } }
    // Duplicates have one identity, and an address with a password is not shown.
    let areDistinct = Set(urls.map(\.key)).count == names.count && urls.allSatisfy { $0.redacted == $0.canonical }
    let candidates = areDistinct ? urls.map(\.canonical) : names.map(\.rawValue)
    throw AmbiguousName(kind: "feed", name: FeedURL.redacted(text), candidates: candidates)
  }

  /// Returns the feeds with record names, addresses, or unambiguous titles, each once.
  /// - Throws: `NothingNamed`, `AmbiguousName`, or the store's error.
  package func feeds(_ texts: [String]) async throws -> [Record] {
    var records: [Record] = []
    for text in texts {
      let record = try await feed(text)
      if !records.contains(where: { $0.name == record.name }) { records.append(record) }
    }
    return records
  }

  /// Returns the feed with an identity, whatever its record name, or `nil` if the catalog lacks it.
  package func existingFeed(_ url: FeedURL) async throws(RecordStoreError) -> Record? {
    guard let name = try await FeedSearch(reader).names(of: [url])[url.key]?.first else { return nil }
    return try await record(named: name)
  }

  /// Returns the category with a slug, record name, or name.
  /// - Throws: `NothingNamed`, or the store's error.
  package func category(_ text: String) async throws -> Record {
    let category = try await Taxonomy(reader).named(text)
    guard let record = category.record else { throw NothingNamed(kind: "category", name: text, known: []) }
    return record
  }

  /// Returns the category with a slug, whatever its record's name, or `nil` if the catalog lacks it.
  package func category(_ slug: Slug) async throws(RecordStoreError) -> Record? {
    if let record = try await record(named: CatalogName.category(slug)) { return record }
    return try await Taxonomy(reader).records[slug.rawValue]
  }

  /// Returns the collection with a slug, record name, or unambiguous title.
  /// - Throws: `NothingNamed`, `AmbiguousName`, or the store's error.
  package func collection(_ text: String) async throws -> Record {
    let own = Slug(rawValue: text).map { CatalogName.collection($0) }
    for name in [own, RecordName(text)].compactMap(\.self) where name.problem == nil {
      if let found = try await record(named: name), found.type == CatalogTable.collections.recordType { return found }
    }
    let filter = Filter(CollectionField.title.name, .equals, .string(text))
    let records = try await reader.store.query(
      Query(CatalogTable.collections.recordType, filters: [filter]), after: nil
    ).records
    guard let record = records.first else {
      let known = try await ExportedCollection.all(reader, names: [])
      throw NothingNamed(kind: "collection", name: text, known: known.map(\.title))
    }
    if records.count > 1 {
      throw AmbiguousName(kind: "collection", name: text, candidates: records.map(\.name.rawValue))
    }
    return record
  }

  /// `nil` if the record does not exist.
  package func record(named name: RecordName) async throws(RecordStoreError) -> Record? {
    try await reader.store.lookup([name], desiredFields: nil)[name]
  }
}

/// The records related to a feed.
package struct FeedSurroundings: Sendable {
  /// The feed's metadata records. Exactly one is expected.
  package private(set) var metadata: [Record] = []
  /// The titles of the collections that contain the feed.
  package private(set) var collections: [String] = []
  /// The number of subscriptions to the feed, one for each user.
  package private(set) var subscriptions = 0

  package init(of feed: Record, in reader: CatalogReader) async throws(RecordStoreError) {
    let reference = FieldValue.reference(Reference(feed.name))
    let isOfFeed = Filter(MetadataField.feedReference.name, .equals, reference)
    var metadata: [Record] = []
    try await reader.forEachPage(of: .metadata, where: [isOfFeed]) { metadata += $0 }
    self.metadata = metadata
    let all = try await ExportedCollection.all(reader, names: [])
    collections = all.filter { $0.feeds.contains(feed.name) }.map(\.title)
    subscriptions = try await reader.subscriptions(to: [feed.name])
  }
}
