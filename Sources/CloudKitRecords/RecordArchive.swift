/// A store that keeps records exactly as another store had them, with their authorship and change tags.
package protocol RecordArchive: RecordStore {
  /// Stores records as they are, replacing records of the same names, and removes records, in one transaction. Nothing
  /// but the schema is enforced.
  /// - Throws: `.badRequest` for a record that does not fit the schema; nothing is changed then.
  func adopt(_ records: [Record], removing names: [RecordName]) async throws(RecordStoreError)
}
