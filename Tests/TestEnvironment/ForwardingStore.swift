package import CloudKitRecords

/// A store for tests that differs from another one in some requests only.
package protocol ForwardingStore: RecordStore {
  associatedtype Store: RecordStore
  var store: Store { get }
}

extension ForwardingStore {
  package func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
    try await store.query(query, after: cursor)
  }

  package func lookup(
    _ names: [RecordName], desiredFields: [String]?
  ) async throws(RecordStoreError) -> [RecordName: Record] {
    try await store.lookup(names, desiredFields: desiredFields)
  }

  package func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
    try await store.modify(operations)
  }
}
