import CloudKitRecords
import CloudKitWebServices
import CloudKitWire
import Foundation
import Testing

@Suite("Answers")
struct AnswerTests {
  private typealias Reply = ScriptedServer.Reply

  @Test("a request is signed, names no secret, and is posted as documented")
  func request() async throws {
    let server = try await ScriptedServer { _, _ in .records() }
    let stepping = SteppingClock(start: Date(timeIntervalSince1970: 1_795_255_200))
    let database = try Example.database(on: server, clock: stepping.clock)
    _ = try await database.query(Query("Feed", limit: 20), after: nil)
    let request = try #require(server.requests.first)
    #expect(request.path == Example.address + "records/query")
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"query":{"recordType":"Feed"},"resultsLimit":20}"#)
    #expect(request.headers["x-apple-cloudkit-request-keyid"] == Example.keyID)
    let date = try #require(request.headers["x-apple-cloudkit-request-iso8601date"])
    #expect(date == "2026-11-21T10:00:00Z")
    let message = SigningMessage.bytes(date: date, body: request.body, path: request.path)
    let key = try ServerToServerKey(id: "", pem: Example.pem).verificationKey
    #expect(key.verifies(try #require(request.headers["x-apple-cloudkit-request-signaturev1"]), of: message))
    #expect(request.headers["authorization"] == nil)
  }

  private static let wrong: [(ScriptedServer.Reply, RecordStoreError, requests: Int)] = [
    (
      .answer(200, "<!DOCTYPE html><html>Sign in to the network</html>"),
      .malformedReply(reason: "CloudKit's answer is a web page, as a proxy or a captive network sends"), 4
    ),
    (.answer(200, ""), .malformedReply(reason: "CloudKit's answer is an empty body"), 4),
    (
      .answer(200, #"{"records":[{"recordNa"#),
      .malformedReply(reason: "CloudKit's answer is 22 bytes that are not a JSON object"), 4
    ),
    (.answer(200, "[]"), .malformedReply(reason: "CloudKit's answer is 2 bytes that are not a JSON object"), 4),
    (
      .answer(200, "{}"),
      .malformedReply(reason: "CloudKit's answer is invalid: the answer has no 'records'"), 1
    ),
    (
      .answer(200, #"{"records":[7]}"#),
      .malformedReply(reason: "CloudKit's answer is invalid: an item of 'records' is not an object"), 1
    ),
    (
      .answer(
        200, #"{"records":[{"recordName":"a","recordType":"Feed","fields":{"count":{"value":"x","type":"INT64"}}}]}"#),
      .malformedReply(
        reason:
          "CloudKit's answer is invalid: record 'a' of type 'Feed': Invalid value, expected type INT64."),
      1
    ),
    (
      .answer(200, #"{"records":[{}]}"#),
      .malformedReply(reason: "CloudKit's answer is invalid: a record has no name or no type"), 1
    ),
    (
      .answer(502, "<html>Bad Gateway</html>"),
      .unavailable(reason: "CloudKit answered with status 502 and a web page, as a proxy or a captive network sends"), 4
    ),
    (.answer(503, ""), .unavailable(reason: "CloudKit answered with status 503 and an empty body"), 4),
    (
      .answer(302, "", headers: ["Location: http://127.0.0.1:9/"]),
      .malformedReply(reason: "CloudKit answered with status 302 and an empty body"), 1
    ),
    (.answer(429, ""), .throttled(retryAfter: nil), 4),
    (
      .answer(429, #"{"serverErrorCode":"THROTTLED","reason":"slow","retryAfter":2}"#),
      .throttled(retryAfter: .seconds(2)), 4
    ),
    (
      .answer(429, #"{"serverErrorCode":"THROTTLED","reason":"slow","retryAfter":1e9}"#),
      .throttled(retryAfter: .seconds(1_000_000)), 1
    ),
    (
      .answer(503, #"{"serverErrorCode":"TRY_AGAIN_LATER","reason":"later"}"#),
      .unavailable(reason: "CloudKit: later (TRY_AGAIN_LATER)"), 4
    ),
    (
      .answer(500, #"{"serverErrorCode":"INTERNAL_ERROR"}"#), .unavailable(reason: "CloudKit: INTERNAL_ERROR"), 4
    ),
    (
      .answer(500, #"{"serverErrorCode":"NEVER_SEEN","reason":"odd"}"#),
      .unavailable(reason: "CloudKit: odd (NEVER_SEEN)"), 4
    ),
    (
      .answer(400, #"{"uuid":"u","serverErrorCode":"BAD_REQUEST","reason":"Field 'x' is not marked queryable"}"#),
      .badRequest(reason: "Field 'x' is not marked queryable"), 1
    ),
    (
      .answer(404, #"{"error":"x"}"#),
      .malformedReply(reason: "CloudKit answered with status 404 and a JSON object that has no serverErrorCode"), 1
    ),
    (
      .answer(503, #"{"serverErrorCode":"TRY_AGAIN_LATER","reason":"later"}"#, headers: ["Retry-After: 600"]),
      .unavailable(
        reason: "CloudKit: later (TRY_AGAIN_LATER); the server asks for a pause of 600 seconds; "
          + "what was written stays; run the same command again then to finish"), 1
    ),
    (.answer(418, #"{"serverErrorCode":"NEVER_SEEN","more":{"x":[]}}"#), .badRequest(reason: "NEVER_SEEN"), 1),
    (
      .answer(403, #"{"serverErrorCode":"ACCESS_DENIED","reason":"READ operation not permitted"}"#),
      .accessDenied(reason: "CloudKit: READ operation not permitted (ACCESS_DENIED)"), 1
    ),
  ]

  @Test(
    "whatever is answered comes to an error that says what it is, after as many tries as are worth it", arguments: wrong
  )
  func answers(reply: ScriptedServer.Reply, error: RecordStoreError, requests: Int) async throws {
    let server = try await ScriptedServer { _, _ in reply }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    let thrown = requests == 4 ? error.givenUp : error
    await #expect(throws: thrown) { try await database.query(Query("Feed"), after: nil) }
    #expect(server.requests.count == requests)
    #expect(database.statistics.requests == requests && database.statistics.retries == requests - 1)
  }

  @Test("a connection that ends, before or inside an answer, is tried again")
  func broken() async throws {
    let replies: [Reply] = [
      .close, .raw("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"records\""), .raw("nonsense\r\n\r\n"),
      .records(Example.json("a")),
    ]
    let server = try await ScriptedServer { number, _ in replies[number - 1] }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    let page = try await database.query(Query("Feed"), after: nil)
    #expect(page.records.map(\.name) == ["a"] && page.next == nil)
    #expect(server.requests.count == 4)
  }

  @Test("what the server asks for is waited, in the body or in the header")
  func retryAfter() async throws {
    let replies: [Reply] = [
      .answer(429, #"{"serverErrorCode":"THROTTLED","retryAfter":30}"#), .answer(503, "", headers: ["Retry-After: 40"]),
      .records(),
    ]
    let server = try await ScriptedServer { number, _ in replies[number - 1] }
    let stepping = SteppingClock()
    let database = try Example.database(on: server, clock: stepping.clock)
    _ = try await database.query(Query("Feed"), after: nil)
    #expect(stepping.waits.contains { $0 >= .seconds(30) && $0 < .seconds(34) })
    #expect(stepping.waits.contains { $0 >= .seconds(40) && $0 < .seconds(45) })
    #expect(database.statistics.throttled >= .seconds(70))
  }

  @Test(
    "waiting before a retry counts as throttled if the server asked for it",
    arguments: [(503, nil, false), (503, "7", true), (429, nil, true)] as [(Int, String?, Bool)])
  func statistics(status: Int, retryAfter: String?, isThrottled: Bool) async throws {
    let headers = retryAfter.map { ["Retry-After: \($0)"] } ?? []
    let server = try await ScriptedServer { number, _ in
      number == 1 ? .answer(status, "", headers: headers) : .records()
    }
    let database = try Example.database(on: server, clock: SteppingClock().clock)
    _ = try await database.query(Query("Feed"), after: nil)
    #expect((database.statistics.throttled > .zero) == isThrottled)
  }

  @Test("a pause that is too long ends all requests that are under way, and none waits for it")
  func longPause() async throws {
    let server = try await ScriptedServer { _, _ in
      .answer(429, #"{"serverErrorCode":"THROTTLED","reason":"slow","retryAfter":86400}"#)
    }
    let stepping = SteppingClock()
    let database = try Example.database(on: server, clock: stepping.clock)
    await #expect(throws: RecordStoreError.self) {
      try await database.lookup((0..<2000).map { RecordName("n\($0)") }, desiredFields: nil)
    }
    #expect(stepping.waits.allSatisfy { $0 < .seconds(10) }, "\(stepping.waits)")
  }

  @Test("an answer that never ends is given up, whoever waits for it; a run that is stopped waits for no read")
  func trickle() async throws {
    let server = try await ScriptedServer { _, _ in .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", ends: false) }
    var policy = RetryPolicy()
    policy.attempts = 1
    policy.longestAnswer = .milliseconds(200)
    let database = try Example.database(on: server, clock: .system, policy: policy)
    // On a slow machine, the client's own limit of 60 seconds may come first, in other words.
    let start = "no answer from http://127.0.0.1:\(server.port): its answer "
    func isGivenUp(_ error: any Error) -> Bool {
      if case .unavailable(let reason) = error as? RecordStoreError { reason.hasPrefix(start) } else { false }
    }
    await #expect(performing: { try await database.query(Query("Feed"), after: nil) }, throws: isGivenUp)
    await #expect(
      performing: { try await database.modify([RecordOperation(.forceUpdate, Example.feed("a"))]) }, throws: isGivenUp)
    // On a slow machine, the first two may have ended before they were sent.
    let earlier = server.requests.count
    let patient = try Example.database(on: server, clock: .system)
    let reading = Task { try await patient.query(Query("Feed"), after: nil) }
    while server.requests.count == earlier { await Task.yield() }
    reading.cancel()
    await #expect(throws: RecordStoreError.stopped) { try await reading.value }
  }

  private static let skews: [(Double, String?)] = [
    (0, nil), (60, nil), (-900, "15 minutes behind"), (900, "15 minutes ahead of"),
  ]

  @Test("a refused signature names a wrong clock, or else the other causes", arguments: skews)
  func unauthorized(skew: Double, clock: String?) async throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let now = Date(timeIntervalSince1970: 1_795_255_200)
    let date = formatter.string(from: now - skew)
    let server = try await ScriptedServer { _, _ in
      .answer(
        401, #"{"uuid":"u","serverErrorCode":"AUTHENTICATION_FAILED","reason":"Authentication failed"}"#,
        headers: ["Date: \(date)"])
    }
    let database = try Example.database(on: server, clock: SteppingClock(start: now).clock)
    do {
      _ = try await database.lookup(["a"], desiredFields: nil)
      Issue.record("it was let in")
    } catch {
      let text = error.description
      // A command with two containers has a key for each.
      let side = "iCloud.org.example.celestra@development"
      #expect(text.hasPrefix("\(side): CloudKit: Authentication failed (AUTHENTICATION_FAILED); likely cause"))
      #expect(clock.map(text.contains) ?? text.contains("registered for the other environment"))
      #expect(!text.contains(Example.keyID) && !text.contains("MIGHAg"))
    }
    #expect(server.requests.count == 1)
  }

  @Test("a server that cannot be reached is named, and left alone after five tries")
  func unreachable() async throws {
    var server: ScriptedServer? = try await ScriptedServer { _, _ in .close }
    let port = try #require(server?.port)
    let stepping = SteppingClock()
    let database = try Example.database(on: try #require(server), clock: stepping.clock, attempts: 20)
    _ = server
    do {
      _ = try await database.query(Query("Feed"), after: nil)
      Issue.record("it answered")
    } catch {
      #expect(
        error.description.hasPrefix(
          "stopped: 5 requests in a row failed, the last because no answer from http://127.0.0.1:\(port): "))
      #expect(error.description.hasSuffix("run the same command again in 60 seconds or later to finish"))
    }
    #expect(server?.requests.count == 5)
    server = nil
  }

  private static let waits: [(String, ClosedRange<Double>?)] = [
    ("7", 7...8), ("0", 0...0), ("Sat, 21 Nov 2026 10:00:09 GMT", 9...10), ("Sat, 21 Nov 2026 09:00:00 GMT", 0...0),
    ("soon", nil), ("-3", nil), ("21 Nov", nil),
  ]

  @Test("a Retry-After header is read in both its forms, and passed over where it is none", arguments: waits)
  func retryAfterHeader(header: String, wait: ClosedRange<Double>?) async throws {
    let server = try await ScriptedServer { number, _ in
      number == 1 ? .answer(429, "", headers: ["Retry-After: \(header)"]) : .records()
    }
    let stepping = SteppingClock(start: Date(timeIntervalSince1970: 1_795_255_200))
    let database = try Example.database(on: server, clock: stepping.clock)
    _ = try await database.query(Query("Feed"), after: nil)
    // Without one, half of the policy's half second, by this clock's chance.
    let waited = database.statistics.throttled / .seconds(1)
    #expect((wait ?? 0.25...0.25).contains(waited), "\(waited)")
  }

  @Test("an error after several tries says how many, and one after a single try does not", arguments: [1, 2, 3])
  func tries(attempts: Int) async throws {
    let server = try await ScriptedServer { _, _ in .answer(503, "") }
    let database = try Example.database(on: server, clock: SteppingClock().clock, attempts: attempts)
    let tried = attempts == 1 ? "" : "; tried \(attempts) times"
    await #expect(
      throws: RecordStoreError.unavailable(
        reason: "CloudKit answered with status 503 and an empty body\(tried); what was written stays; run the same "
          + "command again later to finish")
    ) { try await database.lookup(["a"], desiredFields: nil) }
    #expect(server.requests.count == attempts)
  }
}
