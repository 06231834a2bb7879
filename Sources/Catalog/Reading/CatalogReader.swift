package import CloudKitRecords
package import CloudKitSchema

/// Reads the feeds of a catalogue page by page, only what an entry is made of; never the whole catalogue at once.
package struct CatalogReader: Sendable {
  /// Where the catalogue is.
  package let store: any RecordStore
  /// How it is kept.
  package let layout: CatalogLayout
  /// What the store declares.
  package let schema: Schema
  private let scope: EntryScope

  /// A reader of a store's catalogue.
  /// - Parameters:
  ///   - schema: the store's; a field it does not declare, as in a container made long ago, has no value.
  ///   - scope: how much of each feed is read.
  package init(_ store: any RecordStore, layout: CatalogLayout, schema: Schema, scope: EntryScope = .standard) {
    self.store = store
    self.layout = layout
    self.schema = schema
    self.scope = scope
  }

  /// A reader of the same catalogue that reads so much of each feed.
  package func reading(_ scope: EntryScope) -> CatalogReader {
    CatalogReader(store, layout: layout, schema: schema, scope: scope)
  }

  /// Whether the catalogue has records of a type at all.
  package func declares(_ type: RecordType.Name) -> Bool { schema.recordType(named: type) != nil }

  /// Those of some fields of feeds that the catalogue's schema declares.
  package func declared(_ fields: [String]) -> [String] { schema.declared(fields, of: layout.feedType) }

  /// Calls `body` with every page of feeds, in the store's order.
  package func forEachPage(
    _ body: (CatalogPage) async throws(RecordStoreError) -> Void
  ) async throws(RecordStoreError) {
    let query = Query(layout.feedType, desiredFields: feedFields)
    // The next page is read while `body` works on this one.
    var next: Fetched? = try await fetch(query, after: nil)
    while let fetched = next {
      if Task.isCancelled { throw .stopped }
      async let following = upcoming(query, after: fetched)
      let page = page(of: fetched)
      if !page.entries.isEmpty || !page.problems.isEmpty { try await body(page) }
      next = try await following.get()
    }
  }

  /// Records of a page with their measurements, not yet looked at.
  private struct Fetched: Sendable {
    var feeds: [Record]
    var metadata: [Record]
    var next: Cursor?
  }

  private func upcoming(_ query: Query, after page: Fetched) async -> Result<Fetched?, RecordStoreError> {
    guard let cursor = page.next else { return .success(nil) }
    do throws(RecordStoreError) {
      return .success(try await fetch(query, after: cursor))
    } catch { return .failure(error) }
  }

  private func fetch(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> Fetched {
    let page = try await store.query(query, after: cursor)
    if let next = page.next, next == cursor {
      throw .malformedReply(reason: "the answer's continuation marker does not move on")
    }
    let metadata = layout == .publicCatalog ? try await metadata(of: page.records.map(\.name)) : []
    return Fetched(feeds: page.records, metadata: metadata, next: page.next)
  }

  /// The feeds of the given names, in that order; a missing one is left out.
  package func page(named names: [RecordName]) async throws(RecordStoreError) -> CatalogPage {
    let found = try await store.lookup(names, desiredFields: feedFields)
    let feeds = names.compactMap { found[$0] }
    let metadata = layout == .publicCatalog ? try await metadata(of: feeds.map(\.name)) : []
    return page(of: Fetched(feeds: feeds, metadata: metadata, next: nil))
  }

  private var feedFields: [String] {
    let fields = layout == .publicCatalog ? scope.publicFeedFields.names() : scope.feedFields.names()
    return schema.declared(fields, of: layout.feedType)
  }

  private func page(of fetched: Fetched) -> CatalogPage {
    switch layout {
    case .celestraKit:
      var page = CatalogPage(entries: [], problems: [])
      for record in fetched.feeds {
        do throws(RecordDecodingError) {
          let feed = try Feed(record: record)
          var entry = FeedEntry(feed)
          if scope == .details { entry.details = FeedDetails(feed) }
          page.entries.append(entry)
        } catch { page.problems.append(.unreadable(feed: record.name, error)) }
      }
      return page
    case .publicCatalog:
      return Self.page(of: fetched.feeds, metadata: fetched.metadata, scope: scope)
    }
  }

  private func metadata(of feeds: [RecordName]) async throws(RecordStoreError) -> [Record] {
    var all: [Record] = []
    for start in stride(from: 0, to: feeds.count, by: RecordLimits.recordsPerPage) {
      let some = feeds[start..<min(start + RecordLimits.recordsPerPage, feeds.count)]
      let filter = Filter(
        FeedMetadata.Field.feedReference.rawValue, .in, .list(some.map { .reference(Reference($0)) }))
      let fields = schema.declared(scope.metadataFields.names(), of: FeedMetadata.recordType)
      let query = Query(FeedMetadata.recordType, filters: [filter], desiredFields: fields)
      try await store.forEachPage(of: query) { (records) throws(RecordStoreError) in all += records }
    }
    return all
  }

  /// Puts feeds and their measurements together.
  package static func page(
    of feeds: [Record], metadata: [Record], scope: EntryScope = .standard
  ) -> CatalogPage {
    var page = CatalogPage(entries: [], problems: [])
    let byFeed = Dictionary(grouping: metadata) {
      $0[FeedMetadata.Field.feedReference.rawValue]?.reference?.recordName
    }
    for record in feeds {
      var candidates = byFeed[record.name, default: []]
      if candidates.count > 1 { candidates.sort(by: isNewer) }
      do throws(RecordDecodingError) {
        page.entries.append(try FeedEntry(feed: record, metadata: candidates.first, scope))
      } catch { page.problems.append(.unreadable(feed: record.name, error)) }
      if candidates.count > 1 {
        let ignored = candidates.dropFirst().map(\.name)
        page.problems.append(.severalMetadata(feed: record.name, used: candidates[0].name, ignored: ignored))
      }
    }
    return page
  }

  private static func isNewer(_ lhs: Record, _ rhs: Record) -> Bool {
    let dates = (lhs.modified?.at.milliseconds ?? .min, rhs.modified?.at.milliseconds ?? .min)
    return dates.0 != dates.1 ? dates.0 > dates.1 : lhs.name < rhs.name
  }
}

extension Schema {
  /// Those of some fields that a record type declares: what a query may ask for.
  package func declared(_ fields: [String], of type: RecordType.Name) -> [String] {
    guard let declaration = recordType(named: type) else { return fields }
    return fields.filter { declaration.field(named: $0) != nil }
  }
}
