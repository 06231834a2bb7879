import CloudKitRecords
import Testing

@Suite("Queries that are refused")
struct RefusalTests {
  private static let queries: [(Query, String)] = [
    (Query("Nothing"), "did not find record type: Nothing"),
    (Query("Other"), "Queried type is not marked indexable"),
    (Query("Other", filters: [Filter("text", .equals, .string("x"))]), "Queried type is not marked indexable"),
    (Query("Partly"), "Field 'recordName' is not marked queryable"),
    (Query("Thing", filters: [Filter("plain", .equals, .string("x"))]), "Field 'plain' is not marked queryable"),
    (
      Query("Thing", filters: [Filter("rank", .equals, .int64(1))]),
      "Field 'rank' of type STRING cannot be compared by EQUALS with INT64"
    ),
    (
      Query("Thing", filters: [Filter("nothing", .equals, .string("x"))]),
      "Did not find field: 'nothing' in type: 'Thing'"
    ),
    (Query("Thing", sorts: [Sort("nothing")]), "Did not find field: 'nothing' in type: 'Thing'"),
    (
      Query("Thing", filters: [Filter("integer", .containsAllTokens, .string("x"))]),
      "Field 'integer' is not marked searchable"
    ),
    (Query("Thing", filters: [Filter("place", .near, .location(Thing.london))]), "NEAR needs a distance in metres"),
    (Query("Thing", sorts: [Sort("bytes")]), "Field 'bytes' is not marked sortable"),
    (Query("Thing", sorts: [Sort("___modTime")]), "Field '___modTime' is not marked sortable"),
    (Query("Thing", limit: 0), "a page has 1 to 200 records, not 0"),
    (Query("Thing", limit: 201), "a page has 1 to 200 records, not 201"),
    (
      Query("Thing", filters: Array(repeating: Filter("integer", .equals, .int64(1)), count: 201)),
      "a query has at most 200 filters, this one has 201"
    ),
    (
      Query("Thing", sorts: Array(repeating: Sort("integer"), count: 33)),
      "a query has at most 32 sorts, this one has 33"
    ),
    (
      Query("Thing", filters: [Filter("integer", .in, .list(Array(repeating: .int64(1), count: 32_001)))]),
      "the filters of a query have at most 32000 values, these have 32001"
    ),
    (
      Query("Thing", filters: [Filter("text", .containsAnyTokens, .string(String(repeating: "x ", count: 8001)))]),
      "the words a query searches for have at most 16000 bytes, these have 16002"
    ),
  ]

  @Test("what CloudKit refuses is refused, in its words", arguments: StoreUnderTest.allCases)
  func refused(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      for (query, reason) in Self.queries {
        await #expect(throws: RecordStoreError.badRequest(reason: reason)) { try await store.query(query, after: nil) }
      }
    }
  }

  @Test("counting is refused where the query for it would be", arguments: StoreUnderTest.allCases)
  func counting(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      for (type, reason) in [
        ("Nothing", "did not find record type: Nothing"), ("Other", "Queried type is not marked indexable"),
        ("Partly", "Field 'recordName' is not marked queryable"),
      ] {
        await #expect(throws: RecordStoreError.badRequest(reason: reason)) { try await store.count(type, by: "text") }
      }
    }
  }

  @Test("fields that are asked for and not there are passed over", arguments: StoreUnderTest.allCases)
  func desiredFields(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create([Record(type: "Thing", name: "a", fields: ["text": .string("x"), "integer": .int64(1)])])
      let query = Query("Thing", desiredFields: ["text", "recordName", "___modTime", "nothing"])
      let records = try await store.query(query, after: nil).records
      #expect(records.map(\.fields) == [["text": .string("x")]])
      #expect(try await store.count("Thing", by: "nothing") == [:])
      #expect(try await store.countByCreator("Thing", by: "nothing") == [:])
    }
  }
}
