import FeedServer
import Testing

@Suite("Management servers that misbehave")
struct HostileManagementTests {
  private static let token = Session.managementToken

  /// Runs a command against a server that gives one answer to every request.
  private static func run(
    _ arguments: String..., status: Int = 200, _ fields: [(String, String)] = [], body: String
  ) async throws -> Session.Transcript {
    let server = try await FeedServer.start { _ in .answer(status, fields, Array(body.utf8)) }
    let session = try Session()
    session.setLiveVariables()
    session.environment["CLOUDKIT_BASE_URL"] = "http://127.0.0.1:\(server.port)"
    try session.write(LiveSession.export, to: "a.ckdb")
    let run = try session.run(arguments)
    #expect(!run.description.contains(token), "\(run)")
    #expect(try session.contents("a.ckdb") == LiveSession.export)
    return run
  }

  @Test("a token that the server repeats in a successful answer ends the command and appears nowhere")
  func echoed() async throws {
    let message = "the answer contains the token"
    let teams = try await Self.run(
      "schema", "teams", body: #"{"teams":[{"teamId":"TEAM","teamName":"\#(Self.token)"}]}"#)
    #expect(teams.status == 2 && teams.err.contains(message), "\(teams)")
    let schema = LiveSession.export + "RECORD TYPE T\(Self.token) ( a STRING );\n"
    for verb in ["drift", "pull", "status"] {
      let run = try await Self.run("schema", verb, "a.ckdb", body: schema)
      #expect(run.status == 2 && run.err.contains(message), "\(run)")
    }
  }

  @Test("a token that the server repeats in a refusal is not shown, in the errors and in the report of doctor")
  func refused() async throws {
    let error = #""message":"\#(Self.token)","reason":"bad \#(Self.token)","requestUuid":"\#(Self.token)""#
    for (status, body) in [
      (400, #"{"code":400,\#(error)}"#), (401, #"{"code":401,\#(error)}"#),
      (421, #"{"code":421,\#(error),"redirectUrl":"https://\#(Self.token).example/"}"#), (302, ""),
    ] {
      let location = [("Location", "https://\(Self.token).example/?token=\(Self.token)")]
      let drift = try await Self.run("schema", "drift", "a.ckdb", status: status, location, body: body)
      #expect(drift.status == 2 && drift.err.contains("…"), "\(drift)")
      let doctor = try await Self.run("doctor", status: status, location, body: body)
      #expect(doctor.status == 1 && doctor.out.contains("…"), "\(doctor)")
    }
  }

  @Test(
    "a drift check that cannot read the live schema exits with 2",
    arguments: [
      (200, "<!DOCTYPE html><html>"), (200, String(LiveSession.export.dropLast(30))), (302, ""), (404, ""),
      (500, "{}"),
    ])
  func unreadable(status: Int, body: String) async throws {
    let run = try await Self.run("schema", "drift", "a.ckdb", status: status, body: body)
    #expect(run.status == 2 && run.out == "", "\(run)")
  }

  @Test("a list of containers that does not answer leaves the container unknown, and the exports are checked")
  func unknownContainer() async throws {
    let server = try await FeedServer.start { request in
      let teams = #"{"teams":[{"teamId":"TEAM","teamName":"x"}]}"#
      let body = request.path.hasSuffix("/schema") ? LiveSession.export : request.path == "/v1/teams" ? teams : "<html>"
      return .answer(200, [], Array(body.utf8))
    }
    let session = try Session()
    session.setLiveVariables()
    session.environment["CLOUDKIT_BASE_URL"] = "http://127.0.0.1:\(server.port)"
    let run = try session.run("doctor")
    let checks = run.checks("container", "export")
    #expect(checks.contains("unknown container the answer is not a JSON object of the documented form"), "\(run)")
    #expect(checks.hasSuffix("works export production: 2 record types\n"), "\(run)")
  }

  @Test("an export without a record type is not a whole schema")
  func empty() async throws {
    let drift = try await Self.run("schema", "drift", "a.ckdb", body: "DEFINE SCHEMA\n")
    #expect(
      drift.err == """
        celestra-admin: error: the export of production of iCloud.org.example.celestra is not complete: it declares no \
        record type

        """)
    #expect(drift.status == 2 && drift.out == "")
    #expect(try await Self.run("schema", "pull", "a.ckdb", body: "DEFINE SCHEMA\n").status == 2)
  }

  @Test("names of the server cannot control the terminal")
  func controls() async throws {
    let body = #"{"teams":[{"teamId":"A\u001b[31m","teamName":"x"}]}"#
    let doctor = try await Self.run("doctor", body: body)
    #expect(doctor.status == 1 && doctor.out.contains("→ teams of the token: A\u{FFFD}[31m\n"), "\(doctor)")
  }
}
