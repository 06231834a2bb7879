import CloudKitWebServices
import CloudKitWire
import Foundation
import Testing

@Suite("The management API over HTTP")
struct ManagementClientTests {
  private typealias Reply = ScriptedServer.Reply

  private static let token = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
  private static let schema = "DEFINE SCHEMA\n\n    RECORD TYPE Feed (\n        title STRING\n    );\n"

  /// A client of a server, with a clock whose waits take no time.
  private struct Client {
    let client: ManagementClient
    let server: ScriptedServer
    let stepping = SteppingClock(start: Date(timeIntervalSince1970: 1_795_255_200))

    init(_ script: @escaping ScriptedServer.Script) async throws {
      server = try await ScriptedServer(script)
      client = ManagementClient(
        baseURL: "http://127.0.0.1:\(server.port)", token: try ManagementToken(token), teamID: "TEAM",
        containerID: "iCloud.x", timeLimit: 20, clock: stepping.clock)
    }

    /// Returns why an export fails.
    func failure() async -> LiveSchemaError? {
      do { _ = try await client.export(.production) } catch { return error }
      return nil
    }
  }

  private static func error(_ status: Int, _ message: String, _ members: String = "") -> Reply {
    .answer(status, #"{"code":\#(status),"message":"\#(message)","reason":"no"\#(members)}"#)
  }

  @Test("an export is the text of one request with the token, whose path names team, container, and environment")
  func export() async throws {
    let test = try await Client { _, _ in .answer(200, Self.schema) }
    #expect(String(decoding: try await test.client.export(.production), as: UTF8.self) == Self.schema)
    let request = try #require(test.server.requests.first)
    #expect(
      request.path == "/v1/database/teams/TEAM/containers/iCloud.x/environments/PRODUCTION/schema"
        && request.headers[ManagementRoute.tokenHeader.lowercased()] == Self.token && request.body == [])
    #expect(test.server.requests.count == 1)
  }

  @Test("teams and containers are listed over all pages")
  func lists() async throws {
    let test = try await Client { number, request in
      if request.path == "/v1/teams" { return .answer(200, #"{"teams":[{"teamId":"TEAM","teamName":"é"}]}"#) }
      let item = #"{"id":"iCloud.\#(number)","teamId":"TEAM","name":"n","isHidden":\#(number == 3)}"#
      return .answer(200, #"{"containers":[\#(item)]\#(number < 3 ? #","nextKey":"k+\#(number)""# : "")}"#)
    }
    #expect(try await test.client.teams() == [ManagementTeam(id: "TEAM", name: "é")])
    let found = try await test.client.containers(matching: "a b&c", includingHidden: true)
    #expect(found.map(\.id) == ["iCloud.2", "iCloud.3"] && found.map(\.isHidden) == [false, true])
    #expect(
      test.server.requests.dropFirst().map(\.path) == [
        "/v1/teams/TEAM/containers?showHidden=true&q=a%20b%26c",
        "/v1/teams/TEAM/containers?showHidden=true&q=a%20b%26c&startingAfterKey=k%2B2",
      ])
  }

  @Test("pages that do not end are refused")
  func pages() async throws {
    let test = try await Client { _, _ in .answer(200, #"{"containers":[],"nextKey":"k"}"#) }
    await #expect(throws: LiveSchemaError.self) {
      try await test.client.containers(matching: nil, includingHidden: false)
    }
    #expect(test.server.requests.count == 2)
  }

  @Test(
    "a read is tried again after a temporary failure, with the pause that the server asks for",
    arguments: [
      (ScriptedServer.Reply.answer(429, #"{"code":429,"message":"m","reason":"r","retryAfterSeconds":7}"#), 7.5),
      (.answer(503, "", headers: ["Retry-After: 9"]), 9.5), (.answer(502, ""), 0.5), (.close, 0.5),
      (.raw("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nDEFINE"), 0.5),
    ])
  func retries(reply: ScriptedServer.Reply, wait: Double) async throws {
    let test = try await Client { number, _ in number == 1 ? reply : .answer(200, Self.schema) }
    #expect(try await test.client.export(.development).count == Self.schema.utf8.count)
    let waits = test.stepping.waits.map { $0 / .seconds(1) }
    #expect(waits.count == 1 && abs(waits[0] - wait) < 0.001, "\(waits)")
  }

  @Test(
    "an answer that is not the expected one ends the read",
    arguments: [
      (error(503, "m"), 3, LiveSchemaError.Kind.unavailable, "; tried 3 times"),
      (.close, 3, .unavailable, "tried 3"),
      (error(429, "m", #","retryAfterSeconds":121"#), 1, .unavailable, "asks for a pause of 121 seconds"),
      (.answer(500, ""), 1, .unavailable, "status 500"),
      (.answer(200, "<html>"), 1, .unexpectedAnswer, "it begins with '<html>' (export: GET /v1/"),
      (.answer(200, ""), 1, .unexpectedAnswer, "it is empty (export: GET /v1/"),
      (
        .answer(200, "{\n \"error\": 1}"), 1, .unexpectedAnswer,
        "the answer is not a complete schema: line 1, column 1: "
      ),
      (.answer(200, schema + "RECORD TYPE"), 1, .unexpectedAnswer, "; it begins with 'DEFINE SCHEMA"),
      (
        .raw("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>"), 1, .unexpectedAnswer,
        "the answer is a web page instead of a schema; it begins with '<html>'"
      ),
      (
        .answer(302, "", headers: ["Location: https://elsewhere.example/x"]), 1, .unexpectedAnswer,
        "it redirects to elsewhere.example, which was not followed"
      ),
      (error(401, "authorization-failed"), 1, .unauthorized, "'celestra-admin doctor' tells them apart"),
      (
        error(421, "m", #","redirectUrl":"https://idmsa.apple.com/a""#), 1, .unauthorized,
        "the token needs renewal: create a new one in CloudKit Console (idmsa.apple.com)"
      ),
      (error(404, "m"), 1, .unexpectedAnswer, "the route is not confirmed, or the team has no such container"),
      (error(400, "bad"), 1, .refused, "CloudKit answered with status 400: bad: no (export: GET /v1/"),
      (.answer(400, "no"), 1, .unexpectedAnswer, "use --via cktool"),
      (.answer(204, ""), 1, .unexpectedAnswer, "status 200 was expected"),
      (.answer(200, schema + "// \(token)\n"), 1, .unexpectedAnswer, "the answer contains the token"),
    ] as [(ScriptedServer.Reply, Int, LiveSchemaError.Kind, String)])
  func refusals(reply: ScriptedServer.Reply, requests: Int, kind: LiveSchemaError.Kind, message: String) async throws {
    let test = try await Client { _, _ in reply }
    let error = try #require(await test.failure())
    #expect(error.kind == kind && error.description.contains(message), "\(error)")
    #expect(!error.description.contains(Self.token))
    #expect(test.server.requests.count == requests)
  }

  @Test("a list that is not of the documented form is refused, and a wrong token is told from a wrong team")
  func teams() async throws {
    let other = try await Client { _, _ in .answer(200, "[]") }
    await #expect {
      try await other.client.teams()
    } throws: { ($0 as? LiveSchemaError)?.kind == .unexpectedAnswer }
    let refused = try await Client { _, _ in Self.error(401, "authorization-failed") }
    await #expect {
      try await refused.client.teams()
    } throws: { "\($0)".contains("CloudKit does not accept the token: create a new one") }
  }
}
