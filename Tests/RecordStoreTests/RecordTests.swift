import CloudKitRecords
import Testing

@Suite("Records")
struct RecordTests {
  @Test("a value of every type comes back as it was", arguments: StoreUnderTest.allCases)
  func roundTrip(store: StoreUnderTest) async throws {
    var full = Thing.full
    if store.isRemote { full.fields = full.fields.filter { !$0.key.hasPrefix("asset") } }
    let fields = full.fields
    try await store.with(Thing.schema) { [full] store in
      try await store.create([full])
      let record = try #require(try await store.record("full"))
      #expect(record.type == "Thing" && record.name == "full")
      for (field, value) in fields { #expect(record[field] == value, "\(field)") }
      #expect(record.fields.count == fields.count)
      #expect(try await store.query(Query("Thing"), after: nil).records == [record])
    }
  }

  @Test("only the fields asked for are answered", arguments: StoreUnderTest.allCases)
  func desiredFields(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create(Thing.few)
      for (desired, expected) in [
        (["text", "reference", "bytes"], ["text", "reference"]), ([], []), (nil, ["text", "reference"]),
      ] as [([String]?, Set<String>)] {
        let query = Query("Thing", filters: [Filter("integer", .equals, .int64(1))], desiredFields: desired)
        let found = try #require(try await store.query(query, after: nil).records.first)
        let looked = try #require(try await store.lookup(["a"], desiredFields: desired)["a"])
        #expect(found == looked)
        #expect(Set(found.fields.keys).isSuperset(of: expected))
        if let desired { #expect(Set(found.fields.keys).isSubset(of: desired)) }
        #expect(found.changeTag != nil && found.created?.at == StoreUnderTest.time)
      }
    }
  }

  @Test(
    "a lookup answers any number of names, of every type, without those that are missing",
    arguments: StoreUnderTest.allCases)
  func lookup(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      let records = (0..<450).map { Record(type: $0 % 2 == 0 ? "Thing" : "Other", name: RecordName("n\($0)")) }
      try await store.create(records)
      let names = (0..<460).map { RecordName("n\($0)") } + ["n1"]
      let found = try await store.lookup(names, desiredFields: ["text"])
      #expect(Set(found.keys) == Set(records.map(\.name)))
      #expect(found["n1"]?.type == "Other" && found["n2"]?.type == "Thing")
      #expect(try await store.lookup([], desiredFields: nil).isEmpty)
    }
  }

  @Test("records are counted per value, those without one left out", arguments: StoreUnderTest.allCases)
  func count(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create(Thing.few)
      let expected: [(String, [FieldValue: Int])] = [
        ("reference", [.reference(Reference("r1")): 1, .reference(Reference("r2")): 2]),
        ("integer", [.int64(1): 1, .int64(2): 1, .int64(3): 1]),
        ("number", [.int64(1): 1, .double(1.5): 1, .int64(2): 1]),
        ("rank", [.string("first"): 1, .string("second best"): 1]),
        ("texts", [.strings(["red", "green"]): 1, .strings(["green", "blue", "blue"]): 1, .list([]): 1]),
        ("plain", [:]), ("___createdBy", [:]),
      ]
      for (field, counts) in expected { #expect(try await store.count("Thing", by: field) == counts, "\(field)") }
    }
  }
}
