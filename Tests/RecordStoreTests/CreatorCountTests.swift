import CloudKitRecords
import CloudKitSchema
import Testing

@Suite("Counting by creator")
struct CreatorCountTests {
  private static let schema = Schema(recordTypes: [
    RecordType(
      name: "Thing",
      fields: [
        Field(name: "___recordID", type: FieldType(.reference), indexes: .queryable),
        Field(name: "text", type: FieldType(.string), indexes: .queryable),
      ], grants: [Grant(role: "_icloud", permissions: [.read, .create, .write])])
  ])

  @Test("one user's second record of a value is a repeat, whoever counts", arguments: StoreUnderTest.allCases)
  func repeats(_ store: StoreUnderTest) async throws {
    try await store.with(Self.schema) { store in
      // The store's one user makes all of them.
      try await store.create(
        (0..<450).map { index in
          Record(
            type: "Thing", name: RecordName("r\(index)"),
            fields: index % 9 == 0 ? [:] : ["text": .string(index % 2 == 0 ? "even" : "odd")])
        })
      let counts = try await store.countByCreator("Thing", by: "text")
      #expect(
        counts == [
          .string("even"): CreatorCount(records: 200, repeats: 199),
          .string("odd"): CreatorCount(records: 200, repeats: 199),
        ])
      let paged = try await Paged(store: store).countByCreator("Thing", by: "text")
      #expect(paged == counts)
    }
  }

  @Test("the counts are those of count(by:), and it refuses what that refuses", arguments: StoreUnderTest.allCases)
  func counts(_ store: StoreUnderTest) async throws {
    try await store.with(Self.schema) { store in
      let none = try await store.countByCreator("Thing", by: "text")
      #expect(none.isEmpty)
      await #expect(throws: RecordStoreError.self) { () async throws in
        _ = try await store.countByCreator("None", by: "text")
      }
    }
  }

  /// A store that cannot count by itself.
  private struct Paged: RecordStore {
    let store: any RecordStore

    func query(_ query: Query, after cursor: Cursor?) async throws(RecordStoreError) -> QueryPage {
      try await store.query(query, after: cursor)
    }

    func lookup(
      _ names: [RecordName], desiredFields: [String]?
    ) async throws(RecordStoreError) -> [RecordName: Record] {
      try await store.lookup(names, desiredFields: desiredFields)
    }

    func modify(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordResult] {
      try await store.modify(operations)
    }
  }
}
