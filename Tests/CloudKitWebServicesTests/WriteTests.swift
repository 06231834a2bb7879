import CloudKitRecords
import CloudKitWebServices
import CloudKitWire
import JSON
import Testing

@Suite("Writing")
struct WriteTests {
  private typealias Reply = ScriptedServer.Reply
  private typealias Kind = RecordOperation.Kind

  /// What the server does with the first request, what a look-up finds then, and what becomes of the operation; `again` is
  /// whether it may be sent again.
  private static let lostAnswers: [(kind: RecordOperation.Kind, found: String?, again: Bool, result: RecordResult)] = [
    (.create, nil, true, .saved("a", changeTag: "9z")),
    (.create, Example.json("a", title: "new", tag: "2b"), false, .saved("a", changeTag: "2b")),
    (.create, Example.json("a", title: "other", tag: "2b"), true, .saved("a", changeTag: "9z")),
    (.update, Example.json("a", title: "old", tag: "1a"), true, .saved("a", changeTag: "9z")),
    (.update, Example.json("a", title: "new", tag: "2b"), false, .saved("a", changeTag: "2b")),
    (.update, Example.json("a", title: "other", tag: "2b"), true, .saved("a", changeTag: "9z")),
    (.delete, Example.json("a", title: "new", tag: "2b"), true, .deleted("a")),
    (.replace, Example.json("a", title: "new", tag: "2b"), false, .saved("a", changeTag: "2b")),
    (.delete, nil, false, .deleted("a")), (.delete, Example.json("a", tag: "1a"), true, .deleted("a")),
  ]

  @Test("a write whose answer is lost is looked up before it is sent again", arguments: lostAnswers, [0, 1, 2])
  func lost(
    lost: (kind: RecordOperation.Kind, found: String?, again: Bool, result: RecordResult), fault: Int
  ) async throws {
    let faults: [ScriptedServer.Reply] = [
      .close, .answer(200, "{\"rec"), .answer(500, "{\"serverErrorCode\":\"INTERNAL_ERROR\"}"),
    ]
    let server = try await ScriptedServer { number, request in
      if number == 1 { return faults[fault] }
      if request.operation == "records/lookup" { return .records(lost.found ?? Example.error("a", "NOT_FOUND")) }
      return lost.kind == .delete
        ? .records(#"{"recordName":"a","deleted":true}"#) : .records(Example.json("a", title: "new", tag: "9z"))
    }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    let record = Example.feed("a", title: "new", tag: lost.kind == .create ? nil : "1a")
    #expect(try await database.modify([RecordOperation(lost.kind, record)]) == [lost.result])
    #expect(
      server.requests.map(\.operation)
        == ["records/modify", "records/lookup"] + (lost.again ? ["records/modify"] : []))
  }

  @Test("a lost update that sets and clears the same field is recognized as applied")
  func setAndCleared() async throws {
    let server = try await ScriptedServer { number, _ in
      number == 1 ? .close : .records(Example.json("a", title: "new", tag: "2b"))
    }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    let update = RecordOperation(.update, Example.feed("a", title: "new", tag: "1a"), clearing: ["title", "score"])
    #expect(try await database.modify([update]) == [.saved("a", changeTag: "2b")])
    #expect(server.requests.map(\.operation) == ["records/modify", "records/lookup"])
  }

  @Test("forced writes are simply sent again, and nothing is looked up where nothing can have been done")
  func safe() async throws {
    for (kind, first) in [
      (Kind.forceUpdate, Reply.close), (.forceReplace, .close), (.forceDelete, .close),
      (.create, .answer(503, "")), (.update, .answer(429, "{\"serverErrorCode\":\"THROTTLED\",\"retryAfter\":1}")),
    ] {
      let server = try await ScriptedServer { number, _ in number == 1 ? first : .records(Example.json("a")) }
      let database = try Example.database(on: server, clock: SteppingClock().clock)
      let result = try await database.modify([RecordOperation(kind, Example.feed("a", tag: "1a"))])
      #expect(result.first?.error == nil)
      #expect(server.requests.map(\.operation) == ["records/modify", "records/modify"], "\(kind)")
    }
  }

  @Test("a create that was done after it was looked up is no conflict")
  func late() async throws {
    let server = try await ScriptedServer { number, _ in
      switch number {
      case 1: .close
      case 2: .records(Example.error("a", "NOT_FOUND"))
      case 3: .records(Example.error("a", "EXISTS", "record to insert already exists"))
      default: .records(Example.json("a", title: "new", tag: "2b"))
      }
    }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    let results = try await database.modify([RecordOperation(.create, Example.feed("a", title: "new"))])
    #expect(results == [.saved("a", changeTag: "2b")])
  }

  @Test("one record's failure is its result; one that says to come again is sent again, alone and in its place")
  func perRecord() async throws {
    let server = try await ScriptedServer { number, _ in
      switch number {
      case 1:
        .records(
          Example.json("a"), Example.error("b", "ZONE_BUSY", "busy", retryAfter: 3),
          Example.error("c", "CONFLICT", "client oplock error updating record"), Example.error("d", "ACCESS_DENIED"),
          #"{"recordName":"e","deleted":true}"#, Example.error("f", "NOT_FOUND"),
          Example.error("g", "NEVER_SEEN", "odd"))
      default: .records(Example.json("b", tag: "3c"))
      }
    }
    let stepping = SteppingClock()
    let database = try Example.database(on: server, clock: stepping.clock)
    let results = try await database.modify([
      RecordOperation(.create, Example.feed("a")), RecordOperation(.create, Example.feed("b")),
      RecordOperation(.update, Example.feed("c", tag: "1a")), RecordOperation(.create, Example.feed("d")),
      RecordOperation(.forceDelete, Example.feed("e")), RecordOperation(.forceDelete, Example.feed("f")),
      RecordOperation(.create, Example.feed("g")),
    ])
    #expect(
      results == [
        .saved("a", changeTag: "1a"), .saved("b", changeTag: "3c"),
        .failed("c", RecordError(.conflict, "client oplock error updating record")),
        .failed("d", RecordError(.accessDenied, "no")), .deleted("e"), .deleted("f"),
        .failed("g", RecordError(RecordError.Code(rawValue: "NEVER_SEEN"), "odd")),
      ])
    #expect(server.requests.count == 2 && server.requests[1].json?["operations"]?.array?.count == 1)
    #expect(stepping.waits.contains { $0 >= .seconds(3) })
  }

  @Test("a record that stays busy fails with CloudKit's words, and the others have their results")
  func busy() async throws {
    let server = try await ScriptedServer { _, request in
      let count = request.json?["operations"]?.array?.count
      return count == 2
        ? .records(Example.json("a"), Example.error("b", "ZONE_BUSY", "busy"))
        : .records(Example.error("b", "ZONE_BUSY", "busy"))
    }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    let results = try await database.modify(["a", "b"].map { RecordOperation(.create, Example.feed($0)) })
    #expect(
      results == [
        .saved("a", changeTag: "1a"), .failed("b", RecordError(RecordError.Code(rawValue: "ZONE_BUSY"), "busy")),
      ])
    #expect(server.requests.count == 4)
  }

  @Test("what the server asks for of a record is waited")
  func busyRecord() async throws {
    for code in ["THROTTLED", "TRY_AGAIN_LATER", "ZONE_BUSY"] {
      let server = try await ScriptedServer { number, _ in
        .records(number == 1 ? Example.error("a", code, retryAfter: 50) : Example.json("a"))
      }
      let stepping = SteppingClock()
      let database = try Example.database(on: server, clock: stepping.clock)
      let operation = RecordOperation(.create, Example.feed("a"))
      #expect(try await database.modify([operation]) == [.saved("a", changeTag: "1a")])
      #expect(stepping.waits.contains { $0 >= .seconds(50) } && server.requests.count == 2)
      #expect(database.statistics.throttled >= .seconds(50) && database.statistics.throttled < .seconds(56))
    }
  }

  @Test("records that were saved stay so when the server fails before the others are")
  func partly() async throws {
    let server = try await ScriptedServer { number, _ in
      number == 1 ? .records(Example.json("a"), Example.error("b", "TRY_AGAIN_LATER", "busy")) : .answer(503, "")
    }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    let results = try await database.modify(["a", "b"].map { RecordOperation(.create, Example.feed($0)) })
    #expect(results.first == .saved("a", changeTag: "1a") && results.last?.error?.code.rawValue == "TRY_AGAIN_LATER")
    #expect(database.statistics.records == 1)
  }

  @Test(
    "a record counts as saved where the answer says so", arguments: ["{}", #"{"recordName":"a","reason":"broken"}"#])
  func unsaid(item: String) async throws {
    let server = try await ScriptedServer { _, request in
      .records(request.operation == "records/lookup" ? Example.error("a", "NOT_FOUND") : item)
    }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    let error = RecordStoreError.malformedReply(
      reason: "the answer to a change does not say that the record was saved")
    await #expect(throws: error.givenUp) { try await database.modify([RecordOperation(.create, Example.feed("a"))]) }
    let gone = try await ScriptedServer { _, _ in .records(#"{"recordName":"a","deleted":true}"#) }
    let other = try Example.database(on: gone, clock: SteppingClock().clock)
    #expect(try await other.modify([RecordOperation(.create, Example.feed("a"))]).first?.error?.code == .notFound)
  }

  @Test("a request that is too large is refused before it is sent, and a server's refusal says that it is too large")
  func tooLarge() async throws {
    let server = try await ScriptedServer { number, _ in
      number == 1 ? .answer(413, "") : .answer(400, #"{"serverErrorCode":"LIMIT_EXCEEDED","reason":"too many"}"#)
    }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    for (count, title, reason) in [
      (5, String(repeating: "x", count: 500_000), "at most 1800000 bytes"), (2, "a", "status 413"),
      (2, "a", "too many (LIMIT_EXCEEDED)"),
    ] {
      do throws(RecordStoreError) {
        _ = try await database.modify(
          (0..<count).map { RecordOperation(.create, Example.feed("n\($0)", title: title)) })
        Issue.record("a request of \(count) records is accepted")
      } catch {
        guard case .limitExceeded(let text) = error else { throw error }
        #expect(text.contains(reason))
      }
    }
    #expect(server.requests.count == 2)
  }

  @Test("an answer about fewer records, or others, is not taken for one")
  func mismatch() async throws {
    for answer in [Reply.records(), .records(Example.json("z")), .records(Example.json("a"), Example.json("b"))] {
      let server = try await ScriptedServer { _, request in
        request.operation == "records/lookup" ? .records(Example.error("a", "NOT_FOUND")) : answer
      }
      let database = try Example.database(on: server, clock: SteppingClock().clock, attempts: 2)
      await #expect(throws: RecordStoreError.self) {
        try await database.modify([RecordOperation(.create, Example.feed("a"))])
      }
    }
  }

  @Test("numbers JSON does not have never reach the server, nor does an empty request")
  func unsendable() async throws {
    let server = try await ScriptedServer { _, _ in .records(Example.json("b")) }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    #expect(try await database.modify([]) == [])
    #expect(server.requests.isEmpty)
    let odd = Record(type: "Feed", name: "a", fields: ["score": .double(.nan)])
    let results = try await database.modify([odd, Example.feed("b")].map { RecordOperation(.create, $0) })
    #expect(
      results == [
        .failed("a", RecordError(.badRequest, "Invalid value, field 'score' is not a finite number")),
        .saved("b", changeTag: "1a"),
      ])
  }
}
