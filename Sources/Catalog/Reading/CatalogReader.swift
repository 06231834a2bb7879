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
  private let hasDetails: Bool

  /// A reader of a store's catalogue.
  /// - Parameters:
  ///   - schema: the store's; a field it does not declare, as in a container made long ago, has no value.
  ///   - details: whether entries carry their `FeedDetails`.
  package init(_ store: any RecordStore, layout: CatalogLayout, schema: Schema, details: Bool = false) {
    self.store = store
    self.layout = layout
    self.schema = schema
    hasDetails = details
  }

  /// The same reader, whose entries carry their `FeedDetails`.
  package var withDetails: CatalogReader { CatalogReader(store, layout: layout, schema: schema, details: true) }

  /// Calls `body` with every page of feeds, in the store's order.
  package func forEachPage(
    _ body: (CatalogPage) async throws(RecordStoreError) -> Void
  ) async throws(RecordStoreError) {
    let query = Query(layout.feedType, desiredFields: feedFields)
    try await store.forEachPage(of: query) { (records) throws(RecordStoreError) in
      try await body(page(of: records))
    }
  }

  /// The feeds of the given names, in that order; a missing one is left out.
  package func page(named names: [RecordName]) async throws(RecordStoreError) -> CatalogPage {
    let found = try await store.lookup(names, desiredFields: feedFields)
    return try await page(of: names.compactMap { found[$0] })
  }

  private var feedFields: [String] {
    let fields =
      layout == .publicCatalog
      ? FeedEntry.publicFeedFields.names() + (hasDetails ? FeedDetails.publicFeedFields.names() : [])
      : FeedEntry.feedFields.names() + (hasDetails ? FeedDetails.feedFields.names() : [])
    return schema.declared(fields, of: layout.feedType)
  }

  private func page(of records: [Record]) async throws(RecordStoreError) -> CatalogPage {
    switch layout {
    case .celestraKit:
      var page = CatalogPage(entries: [], problems: [])
      for record in records {
        do throws(RecordDecodingError) {
          let feed = try Feed(record: record)
          var entry = FeedEntry(feed)
          if hasDetails { entry.details = FeedDetails(feed) }
          page.entries.append(entry)
        } catch { page.problems.append(.unreadable(feed: record.name, error)) }
      }
      return page
    case .publicCatalog:
      return Self.page(of: records, metadata: try await metadata(of: records.map(\.name)), details: hasDetails)
    }
  }

  private func metadata(of feeds: [RecordName]) async throws(RecordStoreError) -> [Record] {
    var all: [Record] = []
    for start in stride(from: 0, to: feeds.count, by: RecordLimits.recordsPerPage) {
      let some = feeds[start..<min(start + RecordLimits.recordsPerPage, feeds.count)]
      let filter = Filter(
        FeedMetadata.Field.feedReference.rawValue, .in, .list(some.map { .reference(Reference($0)) }))
      let wanted = FeedEntry.metadataFields + (hasDetails ? FeedDetails.metadataFields : [])
      let fields = schema.declared(wanted.names(), of: FeedMetadata.recordType)
      let query = Query(FeedMetadata.recordType, filters: [filter], desiredFields: fields)
      try await store.forEachPage(of: query) { (records) throws(RecordStoreError) in all += records }
    }
    return all
  }

  /// Puts feeds and their measurements together.
  package static func page(of feeds: [Record], metadata: [Record], details: Bool = false) -> CatalogPage {
    var page = CatalogPage(entries: [], problems: [])
    let byFeed = Dictionary(grouping: metadata) {
      $0[FeedMetadata.Field.feedReference.rawValue]?.reference?.recordName
    }
    for record in feeds {
      let candidates = byFeed[record.name, default: []].sorted(by: isNewer)
      do throws(RecordDecodingError) {
        let feed = try PublicFeed(record: record)
        var measured: FeedMetadata?
        if let newest = candidates.first { measured = try FeedMetadata(record: newest) }
        var entry = FeedEntry(feed, measured)
        if details { entry.details = FeedDetails(feed, measured) }
        page.entries.append(entry)
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
