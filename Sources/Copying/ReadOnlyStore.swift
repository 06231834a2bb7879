package import CloudKitRecords
import CloudKitSchema

/// A store whose records cannot be changed, for dry runs.
package struct ReadOnlyStore: RecordStore {
  private let store: any RecordStore

  /// Creates a store that passes on everything but changes.
  package init(_ store: any RecordStore) { self.store = store }

  package func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
    try await store.query(query, after: cursor)
  }

  package func lookup(
    _ names: [RecordName], desiredFields: [String]?
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    try await store.lookup(names, desiredFields: desiredFields)
  }

  package func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
    throw .unavailable(reason: "a dry run writes nothing")
  }

  package var requestsAtOnce: Int { store.requestsAtOnce }
}
