package import CloudKitSchema

/// The number of records with a value, and how many of them repeat a user's earlier record.
package struct CreatorCount: Hashable, Sendable {
  /// The number of all records with the value.
  package var records: Int
  /// The number of records whose creator has another record with the same value; one record per creator is not a
  /// repeat.
  package var repeats: Int

  package init(records: Int, repeats: Int = 0) {
    self.records = records
    self.repeats = repeats
  }

  package var withoutRepeats: Int { records - repeats }
}

/// A count of records per value of a field, page by page. Creators are hashed, and the hashes are discarded.
package struct CreatorTally: Sendable {
  package private(set) var counts: [FieldValue: CreatorCount] = [:]
  private let field: String
  /// Hashes of value and creator. Swift's hash has a random key for each process.
  private var seen: Set<Int> = []

  package init(by field: String) { self.field = field }

  package mutating func add(_ records: [Record]) {
    for record in records {
      guard let value = record.fields[field] else { continue }
      var hasher = Hasher()
      hasher.combine(value)
      let isRepeat = record.created?.by.map { creator in
        hasher.combine(creator)
        return !seen.insert(hasher.finalize()).inserted
      }
      counts[value, default: CreatorCount(records: 0)].records += 1
      if isRepeat == true { counts[value]?.repeats += 1 }
    }
  }
}

extension RecordStore {
  /// Counts by paging through the records; a store with native counting should provide its own implementation.
  package func countByCreator(
    _ type: RecordType.Name, by field: String
  ) async throws(RecordStoreError) -> [FieldValue: CreatorCount] {
    var tally = CreatorTally(by: field)
    try await forEachPage(of: Query(type, desiredFields: [field])) { page in tally.add(page) }
    return tally.counts
  }
}

extension [FieldValue: CreatorCount] {
  /// The sum of all counts without repeats.
  package var total: Int { values.reduce(0) { $0 + $1.withoutRepeats } }
}
