package import CloudKitRecords
package import CloudKitSchema

/// Reads the feeds of a catalog page by page and only the fields that a job needs, never the whole catalog at once.
package struct CatalogReader: Sendable {
  package let store: any RecordStore
  package let layout: CatalogLayout
  package let schema: Schema
  private let fields: Set<CatalogField>

  /// - Parameters:
  ///   - schema: the store's schema. Undeclared fields, as in containers with an older schema, have no value.
  ///   - fields: the fields to read of each feed and its measurements, besides `FeedEntry.identity`.
  package init(
    _ store: any RecordStore, layout: CatalogLayout, schema: Schema, fields: Set<CatalogField> = FeedEntry.standard
  ) {
    self.store = store
    self.layout = layout
    self.schema = schema
    self.fields = fields.union(FeedEntry.identity)
  }

  /// Returns a reader of the same catalog that reads other fields of each feed, besides `FeedEntry.identity`.
  package func reading(_ fields: Set<CatalogField>) -> CatalogReader {
    CatalogReader(store, layout: layout, schema: schema, fields: fields)
  }

  package func declares(_ type: RecordType.Name) -> Bool { schema.recordType(named: type) != nil }

  package func declares(_ field: CatalogField, in table: CatalogTable) -> Bool {
    guard let type = table.type(in: layout), let name = field.name(in: layout) else { return false }
    return schema.recordType(named: type)?.field(named: name) != nil
  }

  /// Returns the given feed fields that the catalog's schema declares.
  package func declared(_ fields: [String]) -> [String] { schema.declared(fields, of: layout.feedType) }

  /// Calls `body` with every page of a table's records. Does nothing if the layout lacks the record type.
  /// - Parameter toleratesInvalidValues: whether a value of the wrong type is returned as stored instead of failing.
  package func forEachPage(
    of table: CatalogTable, where filters: [Filter] = [], fields: [CatalogField]? = nil,
    toleratesInvalidValues: Bool = false, _ body: ([Record]) -> Void
  ) async throws(RecordStoreError) {
    guard let type = table.type(in: layout) else { return }
    let fields = fields.map { schema.declared($0.names(in: layout), of: type) }
    var query = Query(type, filters: filters, desiredFields: fields)
    query.toleratesInvalidValues = toleratesInvalidValues
    try await store.forEachPage(of: query) { (page) throws(RecordStoreError) in body(page) }
  }

  /// Calls `body` with every page of a table's records whose field has one of the given values.
  /// - Parameter filters: further conditions.
  package func forEachPage(
    of table: CatalogTable, where field: CatalogField, in values: [FieldValue], and filters: [Filter] = [],
    fields: [CatalogField], _ body: ([Record]) -> Void
  ) async throws(RecordStoreError) {
    for some in values.filterPages {
      let filter = Filter(field.name(in: layout) ?? field.name, .in, .list(some))
      try await forEachPage(of: table, where: [filter] + filters, fields: fields, body)
    }
  }

  /// Calls `body` with every page of feeds, in the store's order. The store reads the next page meanwhile.
  package func forEachPage(
    _ body: (CatalogPage) async throws(RecordStoreError) -> Void
  ) async throws(RecordStoreError) {
    let query = Query(layout.feedType, desiredFields: feedFields)
    try await store.forEachPage(of: query) { (feeds) throws(RecordStoreError) in
      let metadata = try await metadata(of: feeds.map(\.name))
      try await body(Self.page(of: feeds, metadata: metadata, in: layout))
    }
  }

  /// Returns the feeds with the given names, in that order. Skips missing feeds.
  package func page(named names: [RecordName]) async throws(RecordStoreError) -> CatalogPage {
    let found = try await store.lookup(names, desiredFields: feedFields)
    let feeds = names.compactMap { found[$0] }
    return Self.page(of: feeds, metadata: try await metadata(of: feeds.map(\.name)), in: layout)
  }

  private var feedFields: [String] {
    declared(CatalogTable.feeds.columns(in: layout).filter(fields.contains).names(in: layout))
  }

  private func metadata(of feeds: [RecordName]) async throws(RecordStoreError) -> [Record] {
    let measured = CatalogTable.metadata.fields.filter(fields.contains)
    // A job that needs the reference only needs no measurements.
    guard layout.hasTaxonomy, measured.count > 1 else { return [] }
    var all: [Record] = []
    let names = feeds.map { FieldValue.reference(Reference($0)) }
    try await forEachPage(of: .metadata, where: MetadataField.feedReference, in: names, fields: measured) { all += $0 }
    return all
  }

  package static func page(
    of feeds: [Record], metadata: [Record], in layout: CatalogLayout = .publicCatalog
  ) -> CatalogPage {
    var page = CatalogPage(entries: [], problems: [])
    var used: [RecordName: Int] = Dictionary(minimumCapacity: metadata.count)
    var ignored: [RecordName: [Record]] = [:]
    for index in metadata.indices {
      guard let feed = metadata[index][MetadataField.feedReference]?.reference?.recordName else { continue }
      guard let other = used.updateValue(index, forKey: feed) else { continue }
      let isOlder = isNewer(metadata[other], metadata[index])
      if isOlder { used[feed] = other }
      ignored[feed, default: []].append(metadata[isOlder ? index : other])
    }
    page.entries.reserveCapacity(feeds.count)
    for index in feeds.indices {
      let name = feeds[index].name
      let measures = used[name]
      do throws(RecordDecodingError) {
        page.entries.append(try FeedEntry(feeds[index], metadata: measures.map { metadata[$0] }, in: layout))
      } catch { page.problems.append(.unreadable(feed: name, error)) }
      if let measures, let ignored = ignored[name] {
        let names = ignored.sorted(by: isNewer).map(\.name)
        page.problems.append(.severalMetadata(feed: name, used: metadata[measures].name, ignored: names))
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
  /// Returns the given fields that a record type declares, which a query may request.
  package func declared(_ fields: [String], of type: RecordType.Name) -> [String] {
    guard let declaration = recordType(named: type) else { return fields }
    return fields.filter { declaration.field(named: $0) != nil }
  }
}
