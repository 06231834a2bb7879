/// Maximum sizes of records and requests.
///
/// Source: Apple, CloudKit Web Services Reference, Data Size Limits.
package enum RecordLimits {
  /// Records per answer or look-up request.
  package static let recordsPerPage = 200
  /// Operations per request.
  package static let operationsPerRequest = 200
  /// Bytes of a record's fields, assets excluded.
  package static let bytesPerRecord = 1_000_000
  /// Bytes of a request that writers plan for: CloudKit publishes no limit for web services, its framework's is 2 MB.
  package static let bytesPerRequest = 1_800_000

  /// Checks how many items a request has.
  /// - Throws: `.badRequest` for more than `limit`. CloudKit's own text is unknown.
  package static func check(
    _ count: Int, _ items: String, atMost limit: Int = operationsPerRequest
  ) throws(RecordStoreError) {
    if count > limit { throw .badRequest(reason: "a request has at most \(limit) \(items), not \(count)") }
  }
}
