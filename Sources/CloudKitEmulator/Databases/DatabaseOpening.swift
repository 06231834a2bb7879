package import CloudKitRecords

/// A function that opens the store of a database; returns `nil` if the container does not exist.
package typealias DatabaseOpening = @Sendable (DatabaseID) async throws(RecordStoreError) -> OpenedDatabase?

/// The store of a database, and its location.
package struct OpenedDatabase: Sendable {
  let store: any RecordDatabase
  /// The store's file. Databases with the same file share one store. `nil` for a separate in-memory store.
  let file: String?

  /// Creates an opened database from a store.
  package init(_ store: any RecordDatabase, file: String? = nil) {
    self.store = store
    self.file = file
  }
}
