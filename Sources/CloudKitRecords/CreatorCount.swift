package import CloudKitSchema

/// The number of records with a value, and how many of them repeat a user's earlier record.
package struct CreatorCount: Hashable, Sendable {
  /// The number of all records with the value.
  package var records: Int
  /// The number of records whose creator has another record with the same value; one record per creator is not a
  /// repeat.
  package var repeats: Int

  /// Creates a count.
  package init(records: Int, repeats: Int = 0) {
    self.records = records
    self.repeats = repeats
  }
}

extension RecordStore {
  /// Counts by paging through the records; a store with native counting should provide its own implementation. Creators
  /// are hashed, and the hashes are discarded.
  package func countByCreator(
    _ type: RecordType.Name, by field: String
  ) async throws(RecordStoreError) -> [FieldValue: CreatorCount] {
    var counts: [FieldValue: CreatorCount] = [:]
    // Swift's hash has a random key for each process.
    var seen: Set<Int> = []
    try await forEachPage(of: Query(type, desiredFields: [field])) { (page) throws(RecordStoreError) in
      for record in page {
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
    return counts
  }
}
