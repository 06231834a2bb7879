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
    defer { server.stopListening() }
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
    let teams = try await Self.run("team", "list", body: #"{"teams":[{"teamId":"TEAM","teamName":"\#(Self.token)"}]}"#)
    #expect(teams.status == 2 && teams.err.contains(message), "\(teams)")
    let schema = LiveSession.export + "RECORD TYPE T\(Self.token) ( a STRING );\n"
    for verb in ["drift", "pull", "status"] {
      let run = try await Self.run("schema", verb, "a.ckdb", body: schema)
      #expect(run.status == 2 && run.err.contains(message), "\(run)")
    }
  }

  @Test("a token that the server repeats in a refusal is not shown, in the errors and in the report of schema doctor")
  func refused() async throws {
    let error = #""message":"\#(Self.token)","reason":"bad \#(Self.token)","requestUuid":"\#(Self.token)""#
    for (status, body) in [
      (400, #"{"code":400,\#(error)}"#), (401, #"{"code":401,\#(error)}"#),
      (421, #"{"code":421,\#(error),"redirectUrl":"https://\#(Self.token).example/"}"#), (302, ""),
    ] {
      let location = [("Location", "https://\(Self.token).example/?token=\(Self.token)")]
      let drift = try await Self.run("schema", "drift", "a.ckdb", status: status, location, body: body)
      #expect(drift.status == 2 && drift.err.contains("…"), "\(drift)")
      let doctor = try await Self.run("schema", "doctor", status: status, location, body: body)
      #expect(doctor.status == 1 && doctor.out.contains("…"), "\(doctor)")
    }
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
    let doctor = try await Self.run("schema", "doctor", body: body)
    #expect(doctor.status == 1 && doctor.out.contains("→ teams of the token: A\u{FFFD}[31m\n"), "\(doctor)")
  }
}
