import Testing

@testable import CloudKitEmulator

@Suite("The log of an emulator")
struct RequestLogTests {
  @Test("the log names the records that an answer with status 200 refuses")
  func refusedRecords() async throws {
    try await ServedEmulator.serve(.with { $0.hasControl = true }) { emulator in
      _ = try await emulator.create("a")
      _ = try await emulator.text(
        "records/modify",
        #"{"operations":[{"operationType":"create","record":{"recordType":"Thing","recordName":"a"}},"#
          + #"{"operationType":"create","record":{"recordType":"Thing","recordName":"b"}},"#
          + #"{"operationType":"create","record":{"recordType":"Closed","recordName":"c"}}]}"#)
      let entry = try #require(emulator.log.last)
      #expect(entry.status == 200)
      #expect(
        entry.records?.map { "\($0.recordName) \($0.serverErrorCode): \($0.reason)" } == [
          "a CONFLICT: record to insert already exists", "c ACCESS_DENIED: CREATE operation not permitted",
        ])
      let requests = try await emulator.plain("GET", "/_emulator/requests").text
      #expect(
        requests.contains(
          #""records":[{"reason":"record to insert already exists","recordName":"a","serverErrorCode":"CONFLICT"},"#))
    }
  }

  @Test("the log names the records that a lookup may not read, and not those that are missing")
  func unreadableRecords() async throws {
    try await ServedEmulator.serve { emulator in
      let create = #"{"operationType":"create","record":{"recordType":"Closed","recordName":"c"}}"#
      _ = try await emulator.text("records/modify", #"{"operations":[\#(create)]}"#, as: emulator.admin)
      #expect(emulator.log.last?.records == nil)
      _ = try await emulator.text("records/lookup", #"{"records":[{"recordName":"c"},{"recordName":"none"}]}"#)
      #expect(emulator.log.last?.records?.map(\.recordName) == ["c"])
    }
  }

  @Test("each refused request has its own ID, the same in its header and its body")
  func requestIDs() async throws {
    try await ServedEmulator.serve { emulator in
      var ids: Set<String> = []
      for _ in 0..<2 {
        let answer = try await emulator.plain("GET", "/nowhere")
        let header = answer.head.firstMatch(of: /X-Apple-Request-UUID: ([0-9a-f-]{36})/)?.1
        let body = String(decoding: answer.body, as: UTF8.self).firstMatch(of: /"uuid":"([0-9a-f-]{36})"/)?.1
        #expect(header != nil && header == body, "\(answer.head)")
        ids.insert(header.map(String.init) ?? "")
      }
      #expect(ids.count == 2)
    }
  }

  @Test("a full log replaces its oldest requests")
  func capacity() {
    let log = RequestLog()
    for number in 0..<2 * RequestLog.capacity + 3 {
      log.add(LoggedRequest(time: Int64(number), method: "POST", path: "/", status: 200))
    }
    let first = Int64(RequestLog.capacity + 3)
    #expect(log.requests.map(\.time) == Array(first..<first + Int64(RequestLog.capacity)))
    log.clear()
    #expect(log.requests.isEmpty)
  }
}
