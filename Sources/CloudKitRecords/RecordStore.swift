package import CloudKitSchema

/// A place that keeps records as a CloudKit public database does.
///
/// Every implementation passes the contract suite in `Tests/RecordStoreTests`.
package protocol RecordStore: Sendable {
  /// A page of the records a query asks for.
  /// - Throws: `.badRequest` for a filter on a field that is not QUERYABLE, a sort on one that is not SORTABLE, either on
  ///   one that is not there, an unknown type, or a cursor of another query.
  func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage

  /// The records named, in any number; a missing name is absent.
  /// - Parameter desiredFields: the fields to answer with; `nil` for all of them.
  func lookup(_ names: [RecordName], desiredFields: [String]?) async throws(RecordStoreError) -> [RecordName: Record]

  /// Does the operations, in order; one result each, in order. One record's failure is its result.
  /// - Parameter operations: at most `RecordLimits.operationsPerRequest`, a record name at most once: splitting is the
  ///   caller's, so that no finished batch's results are ever lost.
  /// - Throws: where the store could not answer. Nothing of this request has been done then, as far as a store can tell.
  func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult]

  /// How many requests a caller with much to write does well to keep under way.
  var requestsAtOnce: Int { get }

  /// How many records of a type there are per value of a field; records without a value are not counted, so that of a
  /// field that is not there nothing is.
  func count(_ type: RecordType.Name, by field: String) async throws(RecordStoreError) -> [FieldValue: Int]

  /// The same, and how many of them are one user's second or later of a value. Who the users are is not told.
  func countByCreator(
    _ type: RecordType.Name, by field: String
  ) async throws(RecordStoreError) -> [FieldValue: CreatorCount]
}

extension RecordStore {
  /// A few: a server's answers take long, and it does not like to be flooded.
  package var requestsAtOnce: Int { 4 }

  /// Counts by paging through the records; a store that can count does better.
  package func count(_ type: RecordType.Name, by field: String) async throws(RecordStoreError) -> [FieldValue: Int] {
    var counts: [FieldValue: Int] = [:]
    try await forEachPage(of: Query(type, desiredFields: [field])) { (page) throws(RecordStoreError) in
      for record in page {
        if let value = record.fields[field] { counts[value, default: 0] += 1 }
      }
    }
    return counts
  }

  /// Calls `body` with every page of a query's answer, in order; pages without records are left out.
  /// - Throws: `.stopped` before the next page where the task is cancelled.
  package func forEachPage(
    of query: Query, _ body: ([Record]) async throws(RecordStoreError) -> Void
  ) async throws(RecordStoreError) {
    var cursor: Cursor?
    var walk = PageWalk()
    repeat {
      if Task.isCancelled { throw .stopped }
      let page = try await self.query(query, after: cursor)
      if !page.records.isEmpty { try await body(page.records) }
      if let next = page.next { try walk.advance(to: next) }
      cursor = page.next
    } while cursor != nil
  }
}

/// Why a store could not answer.
package enum RecordStoreError: Error, Hashable, Sendable {
  /// Too many requests; `retryAfter` where the store says when to come again.
  case throttled(retryAfter: Duration?)
  /// The credentials are not accepted. Never holds a key, token or signature.
  case unauthorized(reason: String)
  /// The request as a whole is refused, and would be again.
  case badRequest(reason: String)
  /// The request is larger than the store accepts; a smaller one may succeed.
  case limitExceeded(reason: String)
  /// The store cannot be reached, or cannot work now.
  case unavailable(reason: String)
  /// The store's file or answer is not what it should be.
  case malformedReply(reason: String)
  /// The user stopped the run. What was done stays done.
  case stopped
}

extension RecordStoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .throttled(.some(let wait)): "the store is throttling requests; try again after \(wait)"
    case .throttled(nil): "the store is throttling requests; try again later"
    case .unauthorized(let reason), .badRequest(let reason), .limitExceeded(let reason), .unavailable(let reason),
      .malformedReply(let reason):
      reason
    case .stopped: "stopped before the end; run the same command again to finish"
    }
  }
}
