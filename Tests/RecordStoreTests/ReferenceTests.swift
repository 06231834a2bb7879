import CloudKitRecords
import Testing

@Suite("References")
struct ReferenceTests {
  private static func thing(_ name: RecordName, _ references: RecordFields = [:]) -> Record {
    Record(type: "Thing", name: name, fields: references)
  }

  private static func to(_ name: RecordName, _ action: Reference.Action) -> FieldValue {
    .reference(Reference(name, action: action))
  }

  private static func missing(_ name: String) -> RecordError {
    RecordError(.validatingReference, "the record '\(name)' that is referred to does not exist")
  }

  @Test("DELETE_SELF takes the records that point, and those that point at them", arguments: StoreUnderTest.allCases)
  func cascade(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create([
        Self.thing("root"), Self.thing("child", ["reference": Self.to("root", .deleteSelf)]),
        Self.thing("grandchild", ["references": .list([Self.to("x", .none), Self.to("child", .deleteSelf)])]),
        Self.thing("friend", ["reference": Self.to("root", .none), "references": .list([Self.to("root", .none)])]),
        // A ring goes as a whole.
        Self.thing(
          "ring",
          ["reference": Self.to("grandchild", .deleteSelf), "references": .list([Self.to("ring", .deleteSelf)])]),
      ])
      let results = try await store.modify([
        RecordOperation(.forceDelete, Self.thing("root")), RecordOperation(.forceDelete, Self.thing("child")),
      ])
      #expect(results == [.deleted("root"), .deleted("child")])
      #expect(try await store.names(Query("Thing")) == ["friend"])
    }
  }

  @Test("VALIDATE keeps its target, until nothing points at it", arguments: StoreUnderTest.allCases)
  func validateBlocks(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create([
        Self.thing("target"), Self.thing("middle", ["reference": Self.to("target", .deleteSelf)]),
        Self.thing("source", ["references": .list([Self.to("middle", .validate)])]),
        Self.thing("self", ["reference": Self.to("self", .validate)]),
      ])
      let error = RecordError(
        .validatingReference, "the record 'middle' cannot be deleted: 'source' refers to it")
      #expect(
        try await store.modify(["middle", "target", "self"].map { RecordOperation(.forceDelete, Self.thing($0)) })
          == [.failed("middle", error), .failed("target", error), .deleted("self")])
      #expect(try await store.names(Query("Thing")) == ["target", "middle", "source"])
      #expect(
        try await store.modify(["source", "target"].map { RecordOperation(.forceDelete, Self.thing($0)) })
          == [.deleted("source"), .deleted("target")])
      #expect(try await store.names(Query("Thing")) == [])
    }
  }

  @Test(
    "VALIDATE needs its target, which the same request may make, sooner or later", arguments: StoreUnderTest.allCases)
  func validateNeeds(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      let results = try await store.modify([
        RecordOperation(.create, Self.thing("a", ["reference": Self.to("nobody", .validate)])),
        RecordOperation(.create, Self.thing("b", ["reference": Self.to("c", .validate)])),
        RecordOperation(.create, Self.thing("c", ["references": .list([Self.to("b", .validate)])])),
        // These fail in a row: each relied on the next.
        RecordOperation(.create, Self.thing("d", ["reference": Self.to("e", .validate)])),
        RecordOperation(.create, Self.thing("e", ["reference": Self.to("f", .validate)])),
        RecordOperation(.create, Self.thing("f", ["text": .int64(1)])),
        RecordOperation(.create, Self.thing("g", ["reference": Self.to("c", .deleteSelf)])),
      ])
      #expect(
        results.map(\.error?.withoutDetail) == [
          Self.missing("nobody"), nil, nil, Self.missing("e"), Self.missing("f"),
          RecordError(.badRequest, "Invalid value, expected type STRING."), nil,
        ])
      #expect(try await store.names(Query("Thing")) == ["b", "c", "g"])
    }
  }

  @Test("what an update says of references is checked too", arguments: StoreUnderTest.allCases)
  func updates(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create([Self.thing("a"), Self.thing("b", ["reference": Self.to("a", .validate)])])
      #expect(
        try await store.modify([
          RecordOperation(.forceUpdate, Self.thing("b", ["reference": Self.to("nobody", .validate)]))
        ]) == [.failed("b", Self.missing("nobody"))])
      // The action goes with the reference.
      _ = try await store.modify([RecordOperation(.forceUpdate, Self.thing("b", ["reference": Self.to("a", .none)]))])
      #expect(try await store.record("b")?.fields == ["reference": Self.to("a", .none)])
      #expect(try await store.modify([RecordOperation(.forceDelete, Self.thing("a"))]) == [.deleted("a")])
    }
  }
}
