package import CloudKitRecords

/// Opens the store of a database; `nil` where there is no such container.
package typealias DatabaseOpening = @Sendable (DatabaseID) async throws(RecordStoreError) -> OpenedDatabase?

/// The store of a database, and where it is.
package struct OpenedDatabase: Sendable {
  let store: any RecordDatabase
  /// The file it is in: databases that name the same are one. `nil` for one that is in memory, and the database's own.
  let file: String?

  /// A store.
  package init(_ store: any RecordDatabase, file: String? = nil) {
    self.store = store
    self.file = file
  }
}
