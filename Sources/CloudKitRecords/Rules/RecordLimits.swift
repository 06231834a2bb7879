/// The maximum sizes of records and requests.
///
/// Source: Apple, CloudKit Web Services Reference, Data Size Limits.
package enum RecordLimits {
  /// The maximum records per response or lookup request.
  package static let recordsPerPage = 200
  package static let operationsPerRequest = 200
  /// The maximum number of values of an `IN` filter. CloudKit publishes none; a client in use reports failures from about
  /// 130 (2026-11).
  package static let valuesPerFilter = 100
  /// The maximum bytes of a record's fields, assets excluded.
  package static let bytesPerRecord = 1_000_000
  /// The maximum bytes of a request that writers plan for. CloudKit publishes no limit for web services; the limit of
  /// its framework is 2 MB.
  package static let bytesPerRequest = 1_800_000
  /// The maximum bytes of files to upload before the records that refer to them are written. A run that is killed
  /// uploads them again.
  package static let fileBytesPerRequest: Int64 = 32_000_000

  /// - Throws: `.badRequest` for more than `limit` items. CloudKit's text is unknown.
  package static func check(
    _ count: Int, _ items: String, atMost limit: Int = operationsPerRequest
  ) throws(RecordStoreError) {
    if count > limit { throw .badRequest(reason: "a request has at most \(limit) \(items), not \(count)") }
  }
}

extension Array {
  /// The elements in arrays of at most `RecordLimits.recordsPerPage`.
  package var recordPages: [[Element]] { pages(of: RecordLimits.recordsPerPage) }

  /// The elements in arrays of at most `RecordLimits.valuesPerFilter`.
  package var filterPages: [[Element]] { pages(of: RecordLimits.valuesPerFilter) }

  private func pages(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
