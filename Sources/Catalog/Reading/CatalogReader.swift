package import CloudKitRecords
package import CloudKitSchema
import Synchronization

/// Reads the feeds of a catalog page by page and only the fields of its scope, never the whole catalog at once.
package struct CatalogReader: Sendable {
  /// The store that holds the catalog.
  package let store: any RecordStore
  /// The layout of the catalog.
  package let layout: CatalogLayout
  /// The schema of the store.
  package let schema: Schema
  private let scope: EntryScope

  /// Creates a reader of a store's catalog.
  /// - Parameters:
  ///   - schema: the store's schema. Undeclared fields, as in containers with an older schema, have no value.
  ///   - scope: the fields to read of each feed.
  package init(_ store: any RecordStore, layout: CatalogLayout, schema: Schema, scope: EntryScope = .standard) {
    self.store = store
    self.layout = layout
    self.schema = schema
    self.scope = scope
  }

  /// Returns a reader of the same catalog with another scope.
  package func reading(_ scope: EntryScope) -> CatalogReader {
    CatalogReader(store, layout: layout, schema: schema, scope: scope)
  }

  /// Whether the catalog's schema declares a record type.
  package func declares(_ type: RecordType.Name) -> Bool { schema.recordType(named: type) != nil }

  /// Whether the catalog's schema declares a field of a table.
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
  package func forEachPage(
    of table: CatalogTable, where field: CatalogField, in values: [FieldValue], fields: [CatalogField],
    _ body: ([Record]) -> Void
  ) async throws(RecordStoreError) {
    for some in values.recordPages {
      let filter = Filter(field.name(in: layout) ?? field.name, .in, .list(some))
      try await forEachPage(of: table, where: [filter], fields: fields, body)
    }
  }

  /// Calls `body` with every page of feeds, in the store's order.
  ///
  /// `body` processes some pages while the next pages are prepared and the pages after them are read. Each stage
  /// handles up to `requestsAtOnce` pages, so a run over a large catalog takes as long as its slowest stage.
  package func forEachPage(
    _ body: (CatalogPage) async throws(RecordStoreError) -> Void
  ) async throws(RecordStoreError) {
    try await forEachPage(making: { (page) throws(RecordStoreError) in page }, body)
  }

  /// Calls `body` with the result of `make` for every page of feeds. `make` runs ahead of `body`.
  package func forEachPage<Made: Sendable>(
    making make: @Sendable (CatalogPage) async throws(RecordStoreError) -> Made,
    _ body: (Made) async throws(RecordStoreError) -> Void
  ) async throws(RecordStoreError) {
    let query = Query(layout.feedType, desiredFields: feedFields)
    var made: [Made] = []
    var last: Result<Stretch?, RecordStoreError> = .success(try await stretch(query, after: nil))
    while true {
      let read = try? last.get()
      async let following = next(query, after: read)
      async let making = pages(of: read, make)
      while let page = made.popLast() {
        if Task.isCancelled { throw .stopped }
        // On two cores the stage that reads waits for a thread of the other stages.
        await Task.yield()
        try await body(page)
      }
      made = try await making.get().reversed()
      // Process the pages read before a failure, then throw the failure.
      if read == nil {
        _ = try last.get()
        return
      }
      last = await following
    }
  }

  /// Consecutive pages, each with the records of its feeds and of their measurements, and the cursor of the next page.
  private final class Stretch: Sendable {
    typealias Page = (feeds: [Record], metadata: [Record])

    let next: Cursor?
    let walk: PageWalk
    private let pages: Mutex<[Page]>

    init(_ pages: [Page], next: Cursor?, walk: PageWalk) {
      self.pages = Mutex(pages)
      self.next = next
      self.walk = walk
    }

    /// Returns the pages and forgets them, so that the stage that uses them frees them and no other stage waits for that.
    func takePages() -> [Page] {
      pages.withLock { pages in
        defer { pages = [] }
        return pages
      }
    }
  }

  private func next(_ query: Query, after stretch: Stretch?) async -> Result<Stretch?, RecordStoreError> {
    guard let stretch, stretch.next != nil else { return .success(nil) }
    do throws(RecordStoreError) {
      return .success(try await self.stretch(query, after: stretch))
    } catch { return .failure(error) }
  }

  private func pages<Made>(
    of stretch: Stretch?, _ make: @Sendable (CatalogPage) async throws(RecordStoreError) -> Made
  ) async -> Result<[Made], RecordStoreError> {
    var pages: [Made] = []
    do throws(RecordStoreError) {
      for (feeds, metadata) in stretch?.takePages() ?? [] where !feeds.isEmpty {
        await Task.yield()
        pages.append(try await make(Self.page(of: feeds, metadata: metadata, in: layout, scope: scope)))
      }
      return .success(pages)
    } catch { return .failure(error) }
  }

  /// Reads the next pages while the measurements of earlier pages are looked up.
  private func stretch(_ query: Query, after last: Stretch?) async throws(RecordStoreError) -> Stretch {
    let stretch = await withTaskGroup(of: (Int, Result<[Record], RecordStoreError>).self) { group in
      var pages: [Stretch.Page] = []
      var next = last?.next
      var walk = last?.walk ?? PageWalk()
      do throws(RecordStoreError) {
        repeat {
          if Task.isCancelled { throw .stopped }
          let page = try await store.query(query, after: next)
          next = page.next
          if let next { try walk.advance(to: next) }
          let index = pages.count
          pages.append((page.records, []))
          if layout.hasTaxonomy {
            let names = page.records.map(\.name)
            group.addTask { (index, await measured(names)) }
          }
        } while next != nil && pages.count < store.requestsAtOnce
        for await (index, metadata) in group { pages[index].metadata = try metadata.get() }
        return Result<Stretch, RecordStoreError>.success(Stretch(pages, next: next, walk: walk))
      } catch { return .failure(error) }
    }
    return try stretch.get()
  }

  private func measured(_ feeds: [RecordName]) async -> Result<[Record], RecordStoreError> {
    do throws(RecordStoreError) { return .success(try await metadata(of: feeds)) } catch { return .failure(error) }
  }

  /// Returns the feeds with the given names, in that order. Skips missing feeds.
  package func page(named names: [RecordName]) async throws(RecordStoreError) -> CatalogPage {
    let found = try await store.lookup(names, desiredFields: feedFields)
    let feeds = names.compactMap { found[$0] }
    return Self.page(of: feeds, metadata: try await metadata(of: feeds.map(\.name)), in: layout, scope: scope)
  }

  private var feedFields: [String] {
    let fields = layout.hasTaxonomy ? scope.feedFields : scope.feedFields + scope.metadataFields
    return schema.declared(fields.names(in: layout), of: layout.feedType)
  }

  private func metadata(of feeds: [RecordName]) async throws(RecordStoreError) -> [Record] {
    var all: [Record] = []
    let names = feeds.map { FieldValue.reference(Reference($0)) }
    try await forEachPage(of: .metadata, where: MetadataField.feedReference, in: names, fields: scope.metadataFields) {
      if all.isEmpty { all = $0 } else { all += $0 }
    }
    return all
  }

  /// Returns a page that combines feeds with their measurements.
  package static func page(
    of feeds: [Record], metadata: [Record], in layout: CatalogLayout = .publicCatalog, scope: EntryScope = .standard
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
        page.entries.append(try FeedEntry(feeds[index], metadata: measures.map { metadata[$0] }, in: layout, scope))
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
