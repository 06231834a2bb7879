import CloudKitRecords
import Testing

@Suite("Queries that are refused")
struct RefusalTests {
  private static let queries: [(Query, String)] = [
    (Query("Nothing"), "did not find record type: Nothing"),
    (Query("Other"), "Field 'recordName' is not marked queryable"),
    (Query("Thing", filters: [Filter("plain", .equals, .string("x"))]), "Field 'plain' is not marked queryable"),
    (
      Query("Thing", filters: [Filter("rank", .equals, .int64(1))]),
      "Field 'rank' of type STRING cannot be compared by EQUALS with INT64"
    ),
    (
      Query("Thing", filters: [Filter("nothing", .equals, .string("x"))]),
      "Unknown field 'nothing' of record type 'Thing'"
    ),
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
    let desired = (
      Query("Thing", desiredFields: ["text", "nothing"]), "Unknown field 'nothing' of record type 'Thing'"
    )
    let queries = Self.queries + (store.isRemote ? [] : [desired])
    try await store.with(Thing.schema) { store in
      for (query, reason) in queries {
        await #expect(throws: RecordStoreError.badRequest(reason: reason)) { try await store.query(query, after: nil) }
      }
    }
  }

  @Test("counting is refused where the query for it would be", arguments: StoreUnderTest.allCases)
  func counting(store: StoreUnderTest) async throws {
    let unknown = ("Thing", "nothing", "Unknown field 'nothing' of record type 'Thing'")
    let isRemote = store.isRemote
    try await store.with(Thing.schema) { store in
      for (type, field, reason) in [
        ("Nothing", "text", "did not find record type: Nothing"),
        ("Other", "text", "Field 'recordName' is not marked queryable"),
      ] + (isRemote ? [] : [unknown]) {
        await #expect(throws: RecordStoreError.badRequest(reason: reason)) { try await store.count(type, by: field) }
      }
    }
  }
}
