import CloudKitEmulator
import CloudKitSchema
import CloudKitWire
import Diagnostics
import Testing

@Suite("The emulated management API")
struct ManagementTests {
  private static let container = "iCloud.test"
  private static let token = ManagementRoutes.tokenHeader + ": TOKEN"

  private static let configuration = EmulatorConfiguration.with { configuration in
    let schema = Schema(
      SchemaFile(SourceText(name: "test", text: ServedEmulator.schema + "RECORD TYPE \"cloudkit.share\" ( x STRING );"))
    )
    configuration.hasControl = true
    configuration.management = ManagementConfiguration(
      token: "TOKEN",
      containers: [
        ManagementContainer(id: container, teamID: "T", name: "z"),
        ManagementContainer(id: "iCloud.test2", teamID: "T", name: "a"),
      ], schema: { _ in schema })
  }

  /// Returns the path of the route of an operation (inferred, but for the list of containers).
  private static func path(_ operation: ManagementRoute.Operation, _ environment: String = "development") -> String {
    ManagementRoutes()[operation].path(for: .init(team: "T", container: container, environment: environment))
  }

  private static func upload(
    _ text: String, to path: String, _ emulator: ServedEmulator
  ) async throws -> (status: Int, text: String) {
    let body = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n\(text)\r\n--b--\r\n"
    let answer = try await emulator.plain(
      "POST", path, Array(body.utf8), headers: [token, "Content-Type: multipart/form-data; boundary=b"])
    return (answer.status, answer.text)
  }

  @Test("a missing token, a wrong one, and an unknown team are answered alike")
  func unauthorized() async throws {
    try await ServedEmulator.serve(Self.configuration) { emulator in
      for (path, headers) in [
        ("/v1/teams", []), ("/v1/teams", [ManagementRoutes.tokenHeader + ": other"]),
        ("/v1/teams/X/containers", [Self.token]),
      ] {
        let answer = try await emulator.plain("GET", path, headers: headers)
        #expect(answer.status == 401)
        #expect(answer.text.contains(#""code":401,"message":"authorization-failed","reason":"authorization failed""#))
      }
      #expect(try await emulator.plain("GET", "/v1/nothing", headers: [Self.token]).status == 404)
      #expect(try await emulator.plain("DELETE", "/v1/teams", headers: [Self.token]).status == 404)
    }
  }

  @Test("import and validate refuse production with the reported text")
  func production() async throws {
    try await ServedEmulator.serve(Self.configuration) { emulator in
      for operation in [ManagementRoute.Operation.import, .validate] {
        let answer = try await Self.upload(ServedEmulator.schema, to: Self.path(operation, "production"), emulator)
        #expect(answer.status == 400)
        #expect(answer.text.contains("BadRequestException: endpoint not applicable in the environment 'production'"))
      }
    }
  }

  @Test("an import may not leave out CloudKit's own record types but Users, and validates its syntax")
  func imports() async throws {
    try await ServedEmulator.serve(Self.configuration) { emulator in
      let refused = try await Self.upload(ServedEmulator.schema, to: Self.path(.import), emulator)
      #expect(refused.status == 400 && refused.text.contains("invalid attempt to delete cloudkit managed record type"))
      let valid = try await Self.upload(ServedEmulator.schema, to: Self.path(.validate), emulator)
      #expect(valid.text == #"{"isValid":true}"#)
      let invalid = try await Self.upload("DEFINE", to: Self.path(.validate), emulator)
      #expect(invalid.text.hasPrefix(#"{"isValid":false,"errorMessage":"Encountered "#), "\(invalid.text)")
      let bare = try await emulator.plain("POST", Self.path(.import), Array("x".utf8), headers: [Self.token])
      #expect(bare.status == 400 && bare.text.contains("the request has no file"))
    }
  }

  @Test("the record types (observed route) and those to deploy (inferred route) are named, in an invented form")
  func recordTypes() async throws {
    try await ServedEmulator.serve(Self.configuration) { emulator in
      func names(_ operation: ManagementRoute.Operation) async throws -> String {
        try await emulator.plain("GET", Self.path(operation), headers: [Self.token]).text
      }
      let before = try await names(.recordTypes)
      #expect(before.hasPrefix(#"{"recordTypes":["Users","#) && before.contains(#""cloudkit.share""#), "\(before)")
      #expect(try await names(.diff) == #"{"recordTypes":[]}"#)
      let schema =
        ServedEmulator.schema + "RECORD TYPE \"cloudkit.share\" ( x STRING ); RECORD TYPE Tag ( label STRING );"
      #expect(try await Self.upload(schema, to: Self.path(.import), emulator).status == 202)
      #expect(try await names(.recordTypes).hasSuffix(#","Tag"]}"#))
      #expect(try await names(.diff) == #"{"recordTypes":["Tag"]}"#)
    }
  }

  @Test("records are checked against an imported schema at once")
  func records() async throws {
    try await ServedEmulator.serve(Self.configuration) { emulator in
      let unknown = try await emulator.create("a", #""color":{"value":"red"}"#)
      #expect(unknown.text.contains("BAD_REQUEST"))
      let schema =
        ServedEmulator.schema.replacing("plain STRING,", with: "plain STRING, color STRING,")
        + "RECORD TYPE \"cloudkit.share\" ( x STRING );"
      #expect(try await Self.upload(schema, to: Self.path(.import), emulator).status == 202)
      #expect(try await emulator.create("a", #""color":{"value":"red"}"#).text.contains("recordChangeTag"))
      #expect(try await emulator.plain("POST", Self.path(.reset), headers: [Self.token]).status == 202)
      #expect(try await emulator.create("a", #""color":{"value":"red"}"#).text.contains("BAD_REQUEST"))
    }
  }

  @Test("containers are sorted and paged by their keys (observed route)")
  func pages() async throws {
    try await ServedEmulator.serve(Self.configuration) { emulator in
      let path = "/v1/teams/T/containers?sortBy=NAME"
      let first = try await emulator.plain("GET", path, headers: [Self.token]).text
      let second = try #require(first.firstRange(of: "iCloud.test2"))
      let other = try #require(first.firstRange(of: "\"iCloud.test\""))
      #expect(second.lowerBound < other.lowerBound)
      let rest = try await emulator.plain("GET", path + "&startingAfterKey=iCloud.test2", headers: [Self.token]).text
      #expect(!rest.contains("test2") && rest.contains("\"iCloud.test\""))
    }
  }

  @Test("the deployment of CloudKit Console adds to production and takes over indexes and grants")
  func deployment() async throws {
    try await ServedEmulator.serve(Self.configuration) { emulator in
      let schema =
        ServedEmulator.schema.replacing("plain STRING,", with: "plain STRING QUERYABLE, color STRING,")
        + "RECORD TYPE \"cloudkit.share\" ( x STRING );"
      #expect(try await Self.upload(schema, to: Self.path(.import), emulator).status == 202)
      let body = Array(#"{"container":"iCloud.test"}"#.utf8)
      #expect(try await emulator.plain("POST", "/_emulator/deploy", body).status == 200)
      let exported = try await emulator.plain("GET", Self.path(.export, "production"), headers: [Self.token]).text
      #expect(exported.contains("color           STRING,") && exported.contains("plain           STRING QUERYABLE"))
      #expect(!emulator.log.all.contains { "\($0)".contains("TOKEN\"") })
    }
  }
}
