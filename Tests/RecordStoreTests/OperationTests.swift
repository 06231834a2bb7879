import CloudKitRecords
import Testing

@Suite("Operations")
struct OperationTests {
  private typealias Kind = RecordOperation.Kind

  /// What becomes of an operation on a record that is absent, present with the right change tag, or has a stale
  /// one, and the fields the record has then.
  private static let cases: [(kind: Kind, state: State, outcome: Outcome, fields: RecordFields?)] = [
    (.create, .absent, .saved, ["text": .string("new")]),
    (.create, .current, .failed(.conflict, "record to insert already exists"), old),
    (.create, .stale, .failed(.conflict, "record to insert already exists"), old),
    (.update, .absent, .failed(.notFound, "Record not found"), nil),
    (.update, .current, .saved, merged),
    (.update, .stale, .failed(.conflict, "client oplock error updating record"), old),
    (.forceUpdate, .absent, .saved, ["text": .string("new")]),
    (.forceUpdate, .current, .saved, merged),
    (.forceUpdate, .stale, .saved, merged),
    (.replace, .absent, .failed(.notFound, "Record not found"), nil),
    (.replace, .current, .saved, ["text": .string("new")]),
    (.replace, .stale, .failed(.conflict, "client oplock error updating record"), old),
    (.forceReplace, .absent, .saved, ["text": .string("new")]),
    (.forceReplace, .current, .saved, ["text": .string("new")]),
    (.forceReplace, .stale, .saved, ["text": .string("new")]),
    (.delete, .absent, .failed(.notFound, "Record not found"), nil),
    (.delete, .current, .deleted, nil),
    (.delete, .stale, .failed(.conflict, "client oplock error updating record"), old),
    (.forceDelete, .absent, .deleted, nil),
    (.forceDelete, .current, .deleted, nil),
    (.forceDelete, .stale, .deleted, nil),
  ]

  private static let old: RecordFields = ["text": .string("old"), "integer": .int64(1), "double": .double(1)]
  /// `double` is cleared by the operations that merge.
  private static let merged: RecordFields = ["text": .string("new"), "integer": .int64(1)]

  private enum State { case absent, current, stale }
  private enum Outcome: Equatable {
    case saved, deleted
    case failed(RecordError.Code, String)
  }

  @Test("each operation does what CloudKit says, whatever there is", arguments: StoreUnderTest.allCases)
  func operations(store: StoreUnderTest) async throws {
    for (kind, state, outcome, fields) in Self.cases {
      try await store.with(Thing.schema) { store in
        var tag = "never"
        if state != .absent {
          try await store.create([Record(type: "Thing", name: "x", fields: Self.old)])
          tag = try #require(try await store.record("x")?.changeTag)
        }
        let record = Record(
          type: "Thing", name: "x", changeTag: state == .stale ? "stale" : tag, fields: ["text": .string("new")])
        let results = try await store.modify([RecordOperation(kind, record, clearing: ["double"])])
        let after = try await store.record("x")
        switch (outcome, results.first) {
        case (.saved, .saved("x", let changeTag)):
          #expect(changeTag == after?.changeTag && changeTag != tag, "\(kind) \(state)")
        case (.deleted, .deleted("x")): break
        case (.failed(let code, let reason), .failed("x", let error)):
          #expect(error == RecordError(code, reason), "\(kind) \(state)")
        case (_, let result): Issue.record("\(kind) \(state): \(String(describing: result))")
        }
        #expect(after?.fields == fields, "\(kind) \(state)")
      }
    }
  }

  @Test(
    "an operation that needs a change tag and has none fails the whole request", arguments: StoreUnderTest.allCases)
  func missingTag(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      for kind in Kind.allCases where kind.needsChangeTag {
        let operations = [
          RecordOperation(.create, Record(type: "Thing", name: "other")),
          RecordOperation(kind, Record(type: "Thing", name: "x")),
        ]
        await #expect(
          throws: RecordStoreError.badRequest(
            reason: "BadRequestException: missing required field 'recordChangeTag'")
        ) { try await store.modify(operations) }
        let other = try await store.record("other")
        #expect(other == nil)
      }
    }
  }

  @Test("a request is refused as a whole for its size and for a name that is twice", arguments: StoreUnderTest.allCases)
  func wholeRequests(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      let many = (0...200).map { RecordOperation(.create, Record(type: "Thing", name: RecordName("n\($0)"))) }
      await #expect(
        throws: RecordStoreError.badRequest(reason: "a request has at most 200 operations, not 201")
      ) { try await store.modify(many) }
      await #expect(throws: RecordStoreError.badRequest(reason: "the record 'n0' is in the request twice")) {
        try await store.modify([many[0], many[1], many[0]])
      }
      let results = try await store.modify(Array(many.dropLast()))
      #expect(results.count == 200)
      #expect(try await store.modify([]) == [])
    }
  }

  @Test("one record's failure is its result and stops no other", arguments: StoreUnderTest.allCases)
  func failures(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      let results = try await store.modify([
        RecordOperation(.create, Record(type: "Thing", name: "a")),
        RecordOperation(.create, Record(type: "Nothing", name: "b")),
        RecordOperation(.create, Record(type: "Thing", name: "_c")),
        RecordOperation(.create, Record(type: "Thing", name: "d", fields: ["nothing": .int64(1)])),
        RecordOperation(.create, Record(type: "Thing", name: "e", fields: ["text": .int64(1)])),
        RecordOperation(.create, Record(type: "Thing", name: "f", fields: ["doubles": .list([.double(.nan)])])),
        RecordOperation(.create, Record(type: "Thing", name: "g")),
      ])
      #expect(
        results.map { $0.error?.withoutDetail.reason } == [
          nil, "did not find record type: Nothing", "a record name cannot start with '_', as '_c' does",
          "Cannot create or modify field 'nothing' in record 'Thing': no such field",
          "Invalid value, expected type STRING.",
          "Invalid value, field 'doubles' is not a finite number", nil,
        ])
      #expect(try await store.names(Query("Thing")) == ["a", "g"])
      let unknown = RecordOperation(.forceUpdate, Record(type: "Thing", name: "a"), clearing: ["nothing"])
      #expect(
        try await store.modify([unknown]).first?.error
          == RecordError(
            .badRequest, "Cannot create or modify field 'nothing' in record 'Thing': no such field"))
    }
  }

  @Test(
    "many new records of one request are stored in order with their words, lists and references",
    arguments: StoreUnderTest.allCases)
  func many(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create([Record(type: "Thing", name: "root"), Record(type: "Thing", name: "old")])
      let new = (0..<150).map { number in
        Record(
          type: number % 3 == 2 ? "Other" : "Thing", name: RecordName("n\(number)"),
          fields: number % 3 == 2
            ? ["text": .string("o")]
            : [
              "text": .string("word\(number) all"), "texts": .strings(["t\(number % 2)"]),
              "reference": .reference(
                Reference(number == 4 ? "root" : "n149", action: number == 4 ? .deleteSelf : .validate)),
            ])
      }
      var operations = new.map { RecordOperation(.create, $0) }
      operations.insert(RecordOperation(.create, Record(type: "Thing", name: "old")), at: 60)
      operations.append(RecordOperation(.forceDelete, Record(type: "Thing", name: "root")))
      let results = try await store.modify(operations)
      // The emulator answers that the record is gone, which the deletion of its root deletes.
      let errors = zip(operations, results).compactMap { $0.record.name == "n4" ? nil : $1.error }
      #expect(errors == [RecordError(.conflict, "record to insert already exists")])
      let kept = new.filter { $0.type == "Thing" && $0.name != "n4" }
      #expect(try await store.names(Query("Thing")) == ["old"] + kept.map(\.name.rawValue))
      let stored = try await store.lookup(new.map(\.name), desiredFields: nil)
      #expect(stored.count == 149 && new.allSatisfy { $0.name == "n4" || stored[$0.name]?.fields == $0.fields })
      #expect(Set(stored.values.compactMap(\.changeTag)).count == 149)
      #expect(
        try await store.names(Query("Thing", filters: [Filter("text", .containsAllTokens, .string("all word7"))])) == [
          "n7"
        ])
      #expect(
        try await store.names(Query("Thing", filters: [Filter("texts", .listContains, .string("t1"))]))
          == kept.filter { $0.fields["texts"] == .strings(["t1"]) }.map(\.name.rawValue))
    }
  }

  @Test("creating a record of an unknown type is a failure, not a conflict", arguments: StoreUnderTest.allCases)
  func unknownType(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      var run = ChangeRun(to: store)
      let change = PlannedChange(RecordOperation(.create, Record(type: "Nothing", name: "a")))
      try await run.apply([change], replan: { _ in [] })
      #expect(run.outcome.failures.map(\.error.code) == [.notFound])
      #expect(run.outcome.settled == 0)
    }
  }

  @Test("a name identifies a record whatever its type", arguments: StoreUnderTest.allCases)
  func namesOfOtherTypes(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      try await store.create([Record(type: "Other", name: "x")])
      let record = Record(type: "Thing", name: "x")
      #expect(
        try await store.modify([RecordOperation(.create, record)]).first?.error
          == RecordError(.conflict, "record to insert already exists"))
      #expect(
        try await store.modify([RecordOperation(.forceUpdate, record)]).first?.error
          == RecordError(.badRequest, "the record 'x' is of type 'Other', not 'Thing'"))
      #expect(try await store.modify([RecordOperation(.forceDelete, record)]) == [.deleted("x")])
      #expect(try await store.record("x") == nil)
    }
  }

  @Test("a record may have 1 MB, also when it comes to it by a merge", arguments: StoreUnderTest.allCases)
  func size(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      let room = RecordLimits.bytesPerRecord - "text".utf8.count
      try await store.create([
        Record(type: "Thing", name: "x", fields: ["text": .string(String(repeating: "x", count: room))])
      ])
      let more = Record(type: "Thing", name: "x", fields: ["plain": .string("")])
      let error = RecordError(
        .quotaExceeded, "the record has 1000005 bytes, more than the 1 MB a record may have")
      #expect(try await store.modify([RecordOperation(.forceUpdate, more)]) == [.failed("x", error)])
      #expect(
        try await store.modify([RecordOperation(.forceUpdate, more, clearing: ["text"])]).first?.error == nil)
      #expect(try await store.record("x")?.fields == ["plain": .string("")])
    }
  }

  @Test("requests that are made at once each get their own results", arguments: StoreUnderTest.allCases)
  func concurrency(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      // A client whose answer is lost takes a record with the same fields for the one that it created.
      try await store.create([Record(type: "Thing", name: "taken", fields: ["text": .string("taken")])])
      let missing = Reference("nobody-0", action: .validate)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for request in 0..<40 {
          let operations = [
            RecordOperation(.create, Record(type: "Thing", name: RecordName("n\(request)"))),
            RecordOperation(.create, Record(type: "Thing", name: "taken")),
            // Every fifth request has one that is tried and undone: it refers to a record that another operation
            // fails to make.
            RecordOperation(
              .create,
              Record(
                type: "Thing", name: RecordName("m\(request)"),
                fields: request % 5 == 0 ? ["reference": .reference(missing)] : [:])),
            RecordOperation(.create, Record(type: "Thing", name: "nobody-0", fields: ["text": .int64(1)])),
          ]
          group.addTask {
            let results = try await store.modify(operations)
            let codes = results.map { $0.error?.code }
            #expect(codes == [nil, .conflict, request % 5 == 0 ? .validatingReference : nil, .badRequest])
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.names(Query("Thing")).count == 1 + 40 + 32)
    }
  }

  @Test("a request that is cancelled takes no other along", arguments: StoreUnderTest.allCases)
  func cancellation(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      let done = await withTaskGroup(of: Int?.self) { group in
        for request in 0..<40 {
          let records = (0..<10).map { Record(type: "Thing", name: RecordName("n\(request)-\($0)")) }
          group.addTask {
            let task = Task { try await store.modify(records.map { RecordOperation(.create, $0) }) }
            if request % 4 == 0 { task.cancel() }
            return (try? await task.value) == nil ? nil : request
          }
        }
        return await group.reduce(into: Set<Int>()) { done, request in
          if let request { done.insert(request) }
        }
      }
      #expect(done.isSuperset(of: (0..<40).filter { $0 % 4 != 0 }))
      let names = Set(try await store.names(Query("Thing")))
      for request in done { #expect(names.contains("n\(request)-0") && names.contains("n\(request)-9")) }
    }
  }

  @Test("a record's authors and times are the store's", arguments: StoreUnderTest.allCases)
  func authorship(store: StoreUnderTest) async throws {
    try await store.with(Thing.schema) { store in
      let mine = Authorship(at: Timestamp(milliseconds: 1), by: "me")
      try await store.create([Record(type: "Thing", name: "x", created: mine, modified: mine)])
      let record = try #require(try await store.record("x"))
      #expect(record.created?.at == StoreUnderTest.time && record.created?.by != "me")
      #expect(record.modified == record.created)
    }
  }
}
