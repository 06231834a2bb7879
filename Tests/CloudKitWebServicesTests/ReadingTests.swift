import CloudKitRecords
import CloudKitWebServices
import CloudKitWire
import JSON
import Testing

@Suite("Reading")
struct ReadingTests {
  @Test("markers that come round again end the paging", arguments: 1...9)
  func cycle(length: Int) async throws {
    let server = try await ScriptedServer { number, _ in
      .answer(200, #"{"records":[],"continuationMarker":"m\#(number < 3 ? -number : number % length)"}"#)
    }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    await #expect(throws: RecordStoreError.malformedReply(reason: "the answer's continuation marker does not move on"))
    {
      try await database.forEachPage(of: Query("Feed")) { _ in }
    }
    #expect(server.requests.count <= 3 * length + 4)
  }

  @Test("a marker that does not move on ends the paging")
  func marker() async throws {
    let server = try await ScriptedServer { _, _ in .answer(200, #"{"records":[],"continuationMarker":"m"}"#) }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    await #expect(throws: RecordStoreError.malformedReply(reason: "the answer's continuation marker does not move on"))
    {
      try await database.forEachPage(of: Query("Feed")) { _ in }
    }
    #expect(server.requests.count == 2)
    #expect(server.requests[1].json?["continuationMarker"]?.string == "m")
    #expect(server.requests[1].json?["query"]?.object?["recordType"]?.string == "Feed")
  }

  private static let busy: [(String, RecordStoreError?, requests: Int)] = [
    (Example.error("b", "TRY_AGAIN_LATER", retryAfter: 20), nil, 2), (Example.error("b", "ZONE_BUSY"), nil, 2),
    (Example.error("b", "NOT_FOUND"), nil, 1), (#"{"recordName":"b","deleted":true}"#, nil, 1),
    (
      Example.error("b", "ACCESS_DENIED", "READ operation not permitted"),
      .accessDenied(reason: "cannot read a record: READ operation not permitted (ACCESS_DENIED)"), 1
    ),
  ]

  @Test("a record that can only be read later is asked for again, with its page", arguments: busy)
  func busyRecord(item: String, error: RecordStoreError?, requests: Int) async throws {
    for isQuery in [true, false] {
      let server = try await ScriptedServer { number, _ in
        number == 1 ? .records(Example.json("a"), item) : .records(Example.json("a"), Example.json("b"))
      }
      let stepping = SteppingClock()
      let database = try Example.database(on: server, clock: stepping.clock)
      let expected: [RecordName] = requests == 1 ? ["a"] : ["a", "b"]
      do throws(RecordStoreError) {
        let found =
          isQuery
          ? try await database.query(Query("Feed"), after: nil).records.map(\.name)
          : try await database.lookup(["a", "b"], desiredFields: nil).keys.sorted()
        #expect(found == expected && error == nil)
      } catch let thrown {
        #expect(thrown == error)
      }
      #expect(server.requests.count == requests)
      #expect(stepping.waits.contains { $0 >= .seconds(20) } == item.contains("retryAfter"))
    }
  }

  @Test("lookups name each record once, 200 a request")
  func lookups() async throws {
    let server = try await ScriptedServer { _, request in
      let names = request.json?["records"]?.array?.compactMap { $0.object?["recordName"]?.string } ?? []
      return .answer(
        200,
        "{\"records\":["
          + names.map { $0 == "n7" ? Example.error($0, "NOT_FOUND") : Example.json($0) }
          .joined(separator: ",") + "]}")
    }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    let names = (0..<450).map { RecordName("n\($0)") }
    let found = try await database.lookup(names + names, desiredFields: ["title"])
    #expect(found.count == 449 && found["n7"] == nil && found["n8"]?["title"] == .string("t"))
    #expect(server.requests.map { $0.json?["records"]?.array?.count ?? 0 }.sorted() == [50, 200, 200])
    #expect(try await database.lookup([], desiredFields: nil).isEmpty && server.requests.count == 3)
    #expect(database.statistics.records == 449)
  }

  @Test("a look-up that leaves a name out says nothing about it")
  func short() async throws {
    let server = try await ScriptedServer { _, _ in .records(Example.json("a")) }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    await #expect(throws: RecordStoreError.malformedReply(reason: "CloudKit answered 1 of 2 names")) {
      try await database.lookup(["a", "b"], desiredFields: nil)
    }
  }
}
