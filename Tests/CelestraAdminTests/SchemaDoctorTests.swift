import Foundation
import Testing

@Suite("celestra-admin doctor, with a management token")
struct SchemaDoctorTests {
  /// Returns a signed token with an expiry, as CloudKit Console creates it.
  private static func token(expiring date: String) throws -> String {
    func part(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
    let seconds = Int(try Date.ISO8601FormatStyle().parse(date).timeIntervalSince1970)
    let claims = #"{"exp":\#(seconds),"scope":["GET /v1/teams"]}"#
    return "\(part(#"{"alg":"HS512"}"#)).\(part(claims)).\(String(repeating: "s", count: 86))"
  }

  private static func doctor(_ live: LiveSession, _ arguments: String...) throws -> Session.Transcript {
    if !FileManager.default.fileExists(atPath: live.session.path("schema")) { try live.session.copy("schema") }
    live.session.environment["CELESTRA_CONTACT_URL"] = "https://example.com/about"
    live.session.environment["XDG_STATE_HOME"] = live.session.folder.path
    var run = try live.session.run(["doctor", "--as-of", "2026-11-22"] + arguments)
    if let url = live.emulator?.url { run.out = run.out.replacing(url, with: "URL") }
    for variable in ["CLOUDKIT_MANAGEMENT_TOKEN", "CKTOOL_MGMT_TOKEN"] {
      guard let token = live.session.environment[variable], token.count > 3 else { continue }
      #expect(!run.description.contains(token))
    }
    return run
  }

  @Test("every check works")
  func works() throws {
    let live = try LiveSession(.http)
    let run = try Self.doctor(live)
    #expect(
      run.checks("transport", "token", "team", "container", "export") == """
        works transport HTTP requests to URL, which Apple does not document
        works token CLOUDKIT_MANAGEMENT_TOKEN: 64 hexadecimal digits
        works team the token belongs to team TEAM
        works container iCloud.org.example.celestra belongs to team TEAM
        works export development: 2 record types
        works export production: 2 record types

        """)
    #expect(try Self.doctor(LiveSession(.cktool)).checks("transport") == "works transport cktool of Xcode\n")
  }

  @Test(
    "one cause is named for each mistake",
    arguments: [
      ("CLOUDKIT_MANAGEMENT_TOKEN", "", "fails token no variable holds a token"),
      (
        "CLOUDKIT_MANAGEMENT_TOKEN", "a b",
        "fails token CLOUDKIT_MANAGEMENT_TOKEN does not hold a token: it contains a space"
      ),
      ("CLOUDKIT_MANAGEMENT_TOKEN", "'ab'", "does not hold a token: it contains a quotation mark"),
      (
        "CLOUDKIT_MANAGEMENT_TOKEN", String(repeating: "f", count: 64),
        "fails team CloudKit answered with status 401: authorization-failed"
      ),
      (
        "CLOUDKIT_TEAM_ID", "NONE",
        """
        fails team the token does not belong to team NONE
        → teams of the token: TEAM
        """
      ),
      (
        "CLOUDKIT_CONTAINER_ID", "iCloud.org.other",
        """
        fails container team TEAM has no container iCloud.org.other
        → 'celestra-admin schema containers' lists the containers
        """
      ),
    ])
  func causes(variable: String, value: String, text: String) throws {
    let live = try LiveSession(.http)
    live.session.environment[variable] = value
    let run = try Self.doctor(live)
    #expect(run.status == 1)
    #expect(run.checks("token", "team", "container").contains(text), "\(run)")
  }

  @Test("the expiry of a token is read without the network")
  func expiry() throws {
    let live = try LiveSession(.cktool)
    live.session.environment["CLOUDKIT_MANAGEMENT_TOKEN"] = try Self.token(expiring: "2026-11-20T00:00:00Z")
    let expired = try Self.doctor(live)
    #expect(expired.status == 1 && expired.out.contains("holds a token that expired on 2026-11-20T00:00:00Z"))
    live.session.environment["CLOUDKIT_MANAGEMENT_TOKEN"] = try Self.token(expiring: "2026-12-02T00:00:00Z")
    let soon = try Self.doctor(live)
    #expect(
      soon.checks("token").contains(
        "unknown token CLOUDKIT_MANAGEMENT_TOKEN: a signed token for 1 route: GET /v1/teams, expires in 10 days"),
      "\(soon)")
    live.session.environment["CLOUDKIT_MANAGEMENT_TOKEN"] = ""
    live.session.environment["CKTOOL_MGMT_TOKEN"] = try Self.token(expiring: "2027-11-22T00:00:00Z")
    #expect(try Self.doctor(live).out.contains("→ rename it to CLOUDKIT_MANAGEMENT_TOKEN\n"))
  }

  @Test("the token is sent to Apple and to this machine, and elsewhere only on request")
  func addresses() throws {
    let live = try LiveSession(.http)
    for (url, text) in [
      ("https://elsewhere.example", "the management token is not sent to it"),
      ("http://127.0.0.1.example.com", "the management token is not sent to it"),
      ("http://user@127.0.0.1", "the management token is not sent to it"),
    ] {
      live.session.environment["CLOUDKIT_BASE_URL"] = url
      let run = try live.session.run("schema", "teams")
      #expect(run.status == 64 && run.err.contains(text), "\(run)")
    }
    let insecure = try live.session.run("schema", "teams", "--management-url", "http://elsewhere.example")
    #expect(insecure.status == 64 && insecure.err.contains("--management-url must be https://host"), "\(insecure)")
  }

  @Test("teams and containers are listed")
  func lists() throws {
    let live = try LiveSession(.http)
    #expect(
      try live.run("schema", "teams") == "$ schema teams\nid    name\nTEAM  Team TEAM\n\n1 team via WAY\nexit 0\n")
    #expect(
      try live.run("schema", "containers", "--format", "csv")
        == "$ schema containers --format csv\nid,name,team,hidden\r\niCloud.org.example.celestra,celestra,TEAM,no\r\nexit 0\n"
    )
    #expect(
      try live.run("schema", "containers", "--query", "x y")
        == "$ schema containers --query x y\n0 containers via WAY\nexit 0\n")
    #expect(try LiveSession(.cktool).session.run("schema", "containers").err.contains("cktool cannot list containers"))
  }
}
