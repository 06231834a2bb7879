package import CloudKitSchema

/// A store that keeps records as a CloudKit public database does.
///
/// Every implementation passes the contract suite in `Tests/RecordStoreTests`.
package protocol RecordStore: Sendable {
  /// - Throws: `.badRequest` for a filter on a field that is not QUERYABLE, a sort on a field that is not SORTABLE, an
  ///   unknown field or record type, or a cursor of another query.
  func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage

  /// Returns the records with the given names, in any number; missing names are absent from the result.
  /// - Parameter desiredFields: `nil` for all fields.
  func lookup(_ names: [RecordName], desiredFields: [String]?) async throws(RecordStoreError) -> [RecordName: Record]

  /// Applies the operations in order and returns one result per operation, in the same order. A failed operation has a
  /// failed result.
  /// - Parameter operations: at most `RecordLimits.operationsPerRequest`, with unique record names. The caller splits
  ///   larger changes, so that the results of finished requests are never lost.
  /// - Throws: if the store could not answer. As far as the store can tell, no operation of the request was applied.
  func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult]

  /// The recommended number of concurrent requests for a caller that writes many records.
  var requestsAtOnce: Int { get }

  /// Returns the number of records of a type per value of a field. Records without a value are not counted, so the
  /// result for an unknown field is empty.
  func count(_ type: RecordType.Name, by field: String) async throws(RecordStoreError) -> [FieldValue: Int]

  /// Returns the number of records of a type per value of a field, and how many of them repeat a user's earlier record.
  /// The result does not identify users.
  func countByCreator(
    _ type: RecordType.Name, by field: String
  ) async throws(RecordStoreError) -> [FieldValue: CreatorCount]
}

extension RecordStore {
  /// The default is low: concurrent requests hide a server's latency, but too many overload it.
  package var requestsAtOnce: Int { 4 }

  /// Counts by paging through the records; a store with native counting should provide its own implementation.
  package func count(_ type: RecordType.Name, by field: String) async throws(RecordStoreError) -> [FieldValue: Int] {
    var counts: [FieldValue: Int] = [:]
    try await forEachPage(of: Query(type, desiredFields: [field])) { (page) throws(RecordStoreError) in
      for record in page {
        if let value = record.fields[field] { counts[value, default: 0] += 1 }
      }
    }
    return counts
  }

  /// Calls `body` with every page of a query's results, in order, while the next page is read. Skips pages without
  /// records.
  /// - Throws: `.stopped` before the next page if the task is cancelled.
  package func forEachPage(
    of query: Query, _ body: ([Record]) async throws(RecordStoreError) -> Void
  ) async throws(RecordStoreError) {
    if Task.isCancelled { throw .stopped }
    var cursors = CursorGuard()
    var page = try await self.query(query, after: nil)
    while true {
      let current = page
      async let following = self.page(of: query, at: current.next)
      if !current.records.isEmpty { try await body(current.records) }
      guard let next = current.next else { return }
      try cursors.advance(to: next)
      if Task.isCancelled { throw .stopped }
      page = try await following.get()
    }
  }

  /// Returns the first of a query's results that `isIncluded` accepts, in order.
  /// - Parameter progress: called after each page with the number of records found.
  /// - Throws: `.stopped` before the next page if the task is cancelled.
  package func records(
    of query: Query, atMost limit: Int = .max, where isIncluded: (Record) -> Bool = { _ in true },
    progress: (Int) -> Void = { _ in }
  ) async throws(RecordStoreError) -> [Record] {
    var records: [Record] = []
    var cursor: Cursor?
    var cursors = CursorGuard()
    repeat {
      if Task.isCancelled { throw .stopped }
      let page = try await self.query(query, after: cursor)
      records += page.records.lazy.filter(isIncluded).prefix(limit - records.count)
      progress(records.count)
      if let next = page.next { try cursors.advance(to: next) }
      cursor = page.next
    } while cursor != nil && records.count < limit
    return records
  }

  /// Returns the page at a cursor; without one, a page without records.
  private func page(of query: Query, at cursor: Cursor?) async -> Result<QueryPage, RecordStoreError> {
    guard let cursor else { return .success(QueryPage(records: [], next: nil)) }
    do throws(RecordStoreError) { return .success(try await self.query(query, after: cursor)) } catch {
      return .failure(error)
    }
  }
}
