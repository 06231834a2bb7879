import CloudKitRecords
import Testing

@Suite("Filters")
struct ComparatorTests {
  private static let both: [(Filter, String)] = scalars + lists + words

  /// A record without a value satisfies every negated comparator and no other.
  private static let scalars: [(Filter, String)] = [
    (Filter("text", .equals, .string("banana")), "c"),
    (Filter("text", .equals, .string("Banana")), ""),
    (Filter("text", .notEquals, .string("banana")), "a b none"),
    (Filter("text", .lessThan, .string("apple pie")), "b"),
    (Filter("text", .lessThanOrEquals, .string("apple pie")), "a b"),
    (Filter("text", .greaterThan, .string("apple pie")), "c"),
    (Filter("text", .greaterThanOrEquals, .string("apple pie")), "a c"),
    (Filter("text", .in, .strings(["banana", "apple pie", "x"])), "a c"),
    (Filter("text", .in, .list([])), ""),
    (Filter("text", .notIn, .strings(["banana", "apple pie"])), "b none"),
    (Filter("text", .notIn, .list([])), "a b c none"),
    (Filter("text", .beginsWith, .string("apple")), "a"),
    (Filter("text", .beginsWith, .string("")), "a b c"),
    (Filter("text", .beginsWith, .string("ban*")), ""),
    (Filter("text", .notBeginsWith, .string("apple")), "b c none"),
    (Filter("integer", .equals, .int64(2)), "b"),
    (Filter("integer", .notEquals, .int64(2)), "a c none"),
    (Filter("integer", .lessThan, .int64(2)), "a"),
    (Filter("integer", .lessThanOrEquals, .int64(2)), "a b"),
    (Filter("integer", .greaterThan, .int64(2)), "c"),
    (Filter("integer", .greaterThanOrEquals, .int64(2)), "b c"),
    (Filter("integer", .in, .list([.int64(1), .int64(3)])), "a c"),
    (Filter("integer", .notIn, .list([.int64(1), .int64(3)])), "b none"),
    (Filter("double", .equals, .double(2)), "b"),
    (Filter("double", .greaterThan, .double(1.5)), "b c"),
    (Filter("double", .in, .list([.double(1.5), .double(2.5)])), "a c"),
    (Filter("number", .equals, .int64(1)), "a"),
    (Filter("number", .lessThan, .double(1.75)), "a b"),
    (Filter("moment", .equals, .timestamp(Timestamp(milliseconds: 2000))), "b"),
    (Filter("moment", .greaterThanOrEquals, .timestamp(Timestamp(milliseconds: 2000))), "b c"),
    (Filter("bytes", .equals, .bytes([1])), "a"),
    (Filter("bytes", .greaterThan, .bytes([1])), "b c"),
    (Filter("bytes", .in, .list([.bytes([1, 0]), .bytes([2])])), "b c"),
    (Filter("reference", .equals, .reference(Reference("r2"))), "b c"),
    (Filter("reference", .notEquals, .reference(Reference("r2"))), "a none"),
    (Filter("reference", .in, .list([.reference(Reference("r1")), .reference(Reference("r9"))])), "a"),
    (Filter("place", .equals, .location(Thing.paris)), "b"),
    (Filter("place", .near, .location(Thing.london), distance: 1), "a"),
    (Filter("place", .near, .location(Thing.london), distance: 343_000), "a"),
    (Filter("place", .near, .location(Thing.london), distance: 345_000), "a b"),
    // Across the 180th meridian, some fourteen kilometres.
    (Filter("place", .near, .location(Location(latitude: 51.5074, longitude: -179.9)), distance: 15_000), "c"),
    (Filter("___recordID", .equals, .reference(Reference("b"))), "b"),
    (Filter("___recordID", .in, .list([.reference(Reference("b")), .reference(Reference("none"))])), "b none"),
    (Filter("___createTime", .lessThan, .timestamp(StoreUnderTest.time)), ""),
    (Filter("___createTime", .equals, .timestamp(StoreUnderTest.time)), "a b c none"),
  ]

  private static let lists: [(Filter, String)] = [
    (Filter("texts", .equals, .strings(["red", "green"])), "a"),
    (Filter("texts", .notEquals, .strings(["red", "green"])), "b c none"),
    (Filter("texts", .listContains, .string("green")), "a b"),
    (Filter("texts", .notListContains, .string("green")), "c none"),
    (Filter("texts", .listContainsAny, .strings(["red", "blue"])), "a b"),
    (Filter("texts", .listContainsAny, .list([])), ""),
    (Filter("texts", .notListContainsAny, .strings(["red"])), "b c none"),
    (Filter("texts", .listContainsAll, .strings(["green", "blue", "green"])), "b"),
    (Filter("texts", .listContainsAll, .list([])), "a b c"),
    (Filter("texts", .notListContainsAll, .strings(["green", "blue"])), "a c none"),
    (Filter("texts", .listMemberBeginsWith, .string("gr")), "a b"),
    (Filter("texts", .listMemberBeginsWith, .string("r")), "a"),
    (Filter("texts", .notListMemberBeginsWith, .string("r")), "b c none"),
    (Filter("integers", .listContains, .int64(2)), "a b"),
    (Filter("integers", .listContainsAll, .list([.int64(1), .int64(2)])), "a"),
    (Filter("doubles", .listContains, .double(1)), "b"),
    (Filter("doubles", .listContainsAny, .list([.double(0.5), .double(1)])), "a b"),
    (Filter("moments", .listContains, .timestamp(Timestamp(milliseconds: 5))), "a"),
    (Filter("blobs", .listContains, .bytes([])), "b"),
    (Filter("blobs", .listContainsAny, .list([.bytes([1, 2]), .bytes([9])])), "a"),
    (Filter("references", .listContains, .reference(Reference("r1"))), "a b"),
    (Filter("references", .listContainsAll, .list([.reference(Reference("r1")), .reference(Reference("r2"))])), "b"),
    (Filter("places", .listContains, .location(Thing.london)), "a"),
  ]

  private static let words: [(Filter, String)] = [
    (Filter("text", .containsAllTokens, .string("apple")), "a b"),
    (Filter("text", .containsAllTokens, .string("PIE apple")), "a"),
    (Filter("text", .containsAllTokens, .string("app")), ""),
    (Filter("text", .containsAllTokens, .string("elan")), "b"),
    (Filter("text", .containsAllTokens, .string("apple-crumble")), "b"),
    (Filter("text", .containsAnyTokens, .string("pie banana")), "a c"),
    // Nothing a person types is an operator, or a mistake.
    (Filter("text", .containsAnyTokens, .string("pie OR NOT ( \" * ^ {rank}: -")), "a"),
    (Filter("text", .containsAllTokens, .string("pie \"\"\" ---")), "a"),
    (Filter("text", .containsAllTokens, .string("pie\0apple")), "a"),
    (Filter("text", .containsAllTokens, .string("")), ""),
    (Filter("text", .containsAllTokens, .string("--")), ""),
    // Only the words of the field count.
    (Filter("text", .containsAllTokens, .string("first")), ""),
    (Filter("rank", .containsAllTokens, .string("best")), "b"),
    (Filter("texts", .containsAllTokens, .string("green blue")), "b"),
  ]

  @Test("each comparator finds what it says, on every type", arguments: StoreUnderTest.allCases)
  func comparators(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create(Thing.few)
      // A server names its users itself.
      let user = try #require(try await store.record("a")?.created?.by)
      let creator = Filter("___createdBy", .equals, .reference(Reference(user)))
      for (filter, expected) in Self.both + [(creator, "a b c none")] {
        let names = try await store.names(Query("Thing", filters: [filter])).sorted().joined(separator: " ")
        #expect(names == expected, "\(filter)")
      }
    }
  }

  @Test("filters are all to hold", arguments: StoreUnderTest.allCases)
  func conjunction(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create(Thing.few)
      let query = Query(
        "Thing",
        filters: [
          Filter("texts", .listContains, .string("green")), Filter("texts", .listContains, .string("blue")),
          Filter("text", .containsAllTokens, .string("apple")), Filter("integer", .greaterThan, .int64(1)),
        ])
      #expect(try await store.names(query) == ["b"])
    }
  }

  @Test("what is derived for filters follows every change", arguments: StoreUnderTest.allCases)
  func derived(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create(Thing.few)
      let changed = Record(
        type: "Thing", name: "a", fields: ["text": .string("cherry"), "texts": .strings(["green", "black"])])
      _ = try await store.modify([
        RecordOperation(.forceUpdate, changed), RecordOperation(.forceDelete, Record(type: "Thing", name: "b")),
        RecordOperation(.forceUpdate, Record(type: "Thing", name: "c"), clearing: ["text"]),
      ])
      for (filter, expected) in [
        (Filter("texts", .listContains, .string("red")), []), (Filter("texts", .listContains, .string("black")), ["a"]),
        (Filter("texts", .listContains, .string("green")), ["a"]),
        (Filter("text", .containsAnyTokens, .string("apple banana")), []),
        (Filter("text", .containsAnyTokens, .string("cherry")), ["a"]),
        (Filter("texts", .containsAnyTokens, .string("red black")), ["a"]),
        (Filter("references", .listContains, .reference(Reference("r1"))), ["a"]),
      ] {
        #expect(try await store.names(Query("Thing", filters: [filter])) == expected, "\(filter)")
      }
    }
  }

  @Test("IN takes thousands of values", arguments: StoreUnderTest.allCases)
  func manyValues(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create(Thing.few)
      let values = (0..<5000).map { FieldValue.string("value \($0)") } + [.string("banana")]
      #expect(try await store.names(Query("Thing", filters: [Filter("text", .in, .list(values))])) == ["c"])
    }
  }
}
