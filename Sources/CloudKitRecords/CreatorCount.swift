package import CloudKitSchema

/// How many records have a value, and how many of them are one user's second or later.
package struct CreatorCount: Hashable, Sendable {
  /// All of them.
  package var records: Int
  /// Those whose creator has another with the same value; of each creator's, one is not counted.
  package var repeats: Int

  /// Numbers of records.
  package init(records: Int, repeats: Int = 0) {
    self.records = records
    self.repeats = repeats
  }
}

extension RecordStore {
  /// Counts by paging through the records; a store that can count does better. Creators are hashed, and forgotten.
  package func countByCreator(
    _ type: RecordType.Name, by field: String
  ) async throws(RecordStoreError) -> [FieldValue: CreatorCount] {
    var counts: [FieldValue: CreatorCount] = [:]
    // Swift's hash has a key that dies with the process.
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
