package import CloudKitRecords
package import FeedHealth

extension SQLiteProbeHistory {
  package func numbers(
    _ kind: FeedNumber.Kind, before day: Int
  ) async throws(ProbeHistoryError) -> [RecordName: FeedNumber] {
    try await read { try NumberLog(in: $0).numbers(kind, before: day) }
  }

  package func numbers(
    _ kind: FeedNumber.Kind, of feed: RecordName, before day: Int
  ) async throws(ProbeHistoryError) -> [FeedNumber] {
    try await read { try NumberLog(in: $0).numbers(kind, of: feed, before: day) }
  }

  package func totals(_ kind: FeedNumber.Kind) async throws(ProbeHistoryError) -> [NumberTotal] {
    try await read { try NumberLog(in: $0).totals(kind) }
  }

  package func keep(_ numbers: [RecordName: FeedNumber], _ kind: FeedNumber.Kind) async throws(ProbeHistoryError) {
    try await write { try NumberLog(in: $0).keep(numbers, kind) }
  }

  package func keep(_ total: NumberTotal, _ kind: FeedNumber.Kind) async throws(ProbeHistoryError) {
    try await write { try NumberLog(in: $0).keep(total, kind) }
  }
}
