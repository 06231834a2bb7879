package import CloudKitSchema

/// A store that serves many users: what a server of records needs beside reading and writing.
package protocol RecordDatabase: RecordStore {
  /// The schema it enforces.
  var schema: Schema { get }

  /// The same database, changed in the name of a user, at a moment.
  func acting(as user: RecordName, at time: Timestamp) -> any RecordStore

  /// The same database with what a schema has and it has not; the value it was asked of must not be used any more.
  /// - Throws: `.badRequest` where the schema lacks something it has, or has what cannot be stored. It is unchanged then.
  func growing(to schema: Schema) async throws(RecordStoreError) -> any RecordDatabase

  /// A database in memory that holds what this one holds now.
  func copy() async throws(RecordStoreError) -> any RecordDatabase

  /// Keeps what it holds now in memory.
  /// - Returns: what brings the database back to it, any number of times; its value replaces this one.
  func snapshot() async throws(RecordStoreError) -> @Sendable () async throws(RecordStoreError) -> any RecordDatabase
}
