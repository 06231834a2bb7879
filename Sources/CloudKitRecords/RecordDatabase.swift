package import CloudKitSchema

/// A store that serves many users: the operations a record server needs in addition to reading and writing.
package protocol RecordDatabase: RecordStore {
  var schema: Schema { get }

  /// Returns the same database with changes attributed to a user and a date.
  func acting(as user: RecordName, at time: Timestamp) -> any RecordStore

  /// Returns the same database, extended by the missing parts of a schema. Do not use the original value afterward.
  /// - Throws: `.badRequest` if the schema lacks a part of the current schema or has parts that cannot be stored. The
  ///   database is unchanged in this case.
  func growing(to schema: Schema) async throws(RecordStoreError) -> any RecordDatabase

  func copy() async throws(RecordStoreError) -> any RecordDatabase

  /// Saves the current contents in memory.
  /// - Returns: a function that restores the saved contents and can be called repeatedly; its result replaces this
  ///   database.
  func snapshot() async throws(RecordStoreError) -> @Sendable () async throws(RecordStoreError) -> any RecordDatabase
}
