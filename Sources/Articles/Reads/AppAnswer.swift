package import CloudKitRecords

/// The records that a read of the app returns.
package struct AppAnswer: Hashable, Sendable {
  /// The records, in the read's order.
  package var records: [Record]
  /// The position after the last record; `nil` at the end, and for reads that combine several queries.
  package var next: Cursor?
  package var hasMore: Bool

  package init(_ records: [Record], next: Cursor? = nil, hasMore: Bool? = nil) {
    self.records = records
    self.next = next
    self.hasMore = hasMore ?? (next != nil)
  }

  /// Combines the answers of queries with one sort order: each record once, the largest values of the sort field first,
  /// records without a value last.
  init(merging answers: [AppAnswer], by field: String, limit: Int) {
    var seen: Set<RecordName> = []
    let unique = answers.flatMap(\.records).filter { seen.insert($0.name).inserted }
    // A date has no number; both compare as integers here.
    func rank(_ record: Record) -> Double? {
      let value = record.fields[field]
      return value?.number ?? value?.timestamp.map { Double($0.milliseconds) }
    }
    let sorted = unique.enumerated().sorted { lhs, rhs in
      let ranks = (rank(lhs.element) ?? -.infinity, rank(rhs.element) ?? -.infinity)
      return ranks.0 != ranks.1 ? ranks.0 > ranks.1 : lhs.offset < rhs.offset
    }.map(\.element)
    self.init(
      Array(sorted.prefix(limit)), hasMore: sorted.count > limit || answers.contains(where: \.hasMore))
  }
}

/// The part of a read's records to return.
package struct AppPage: Hashable, Sendable {
  package let limit: Int
  /// The position to continue at, from an earlier answer; `nil` for the start.
  package let after: Cursor?

  package init(limit: Int, after: Cursor? = nil) {
    self.limit = limit
    self.after = after
  }
}
