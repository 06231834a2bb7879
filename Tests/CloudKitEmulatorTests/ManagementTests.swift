import CloudKitEmulator
import CloudKitWire
import Testing

@Suite("The emulated management API")
struct ManagementTests {
  private static let token = ManagementRoute.tokenHeader + ": TOKEN"

  private static let configuration = EmulatorConfiguration.with { configuration in
    configuration.hasControl = true
    configuration.management = ManagementConfiguration(
      token: "TOKEN",
      containers: [
        ManagementContainer(id: "iCloud.test2", teamID: "T", name: "a"),
        ManagementContainer(id: "iCloud.test", teamID: "T", name: "z"),
        ManagementContainer(id: "iCloud.old", teamID: "T", name: "old", isHidden: true),
        ManagementContainer(id: "iCloud.other", teamID: "O", name: "other"),
      ], containersPerPage: 1)
  }

  /// Returns the path of an export.
  private static func export(_ environment: ContainerEnvironment, of container: String = "iCloud.test") -> String {
    ManagementRoute.export.path(for: .init(team: "T", container: container, environment: environment))
  }

  @Test("a missing token, a wrong one, and an unknown team are answered alike")
  func unauthorized() async throws {
    try await ServedEmulator.serve(Self.configuration) { emulator in
      for (path, headers) in [
        ("/v1/teams", []), ("/v1/teams", [ManagementRoute.tokenHeader + ": other"]),
        ("/v1/teams/X/containers", [Self.token]),
      ] {
        let answer = try await emulator.plain("GET", path, headers: headers)
        #expect(answer.status == 401)
        #expect(answer.text.contains(#""code":401,"message":"authorization-failed","reason":"authorization failed""#))
      }
      for (method, path) in [
        ("GET", "/v1/nothing"), ("POST", "/v1/teams"), ("POST", Self.export(.development)),
        ("GET", Self.export(.development, of: "iCloud.other")),
      ] {
        #expect(try await emulator.plain(method, path, headers: [Self.token]).status == 404)
      }
      let lowercase = Self.export(.development).replacing("DEVELOPMENT", with: "development")
      #expect(try await emulator.plain("GET", lowercase, headers: [Self.token]).status == 400)
      #expect(!emulator.log.all.contains { "\($0)".contains("TOKEN\"") })
    }
  }

  @Test("teams are listed without duplicates, and containers page by page, hidden ones on request")
  func lists() async throws {
    try await ServedEmulator.serve(Self.configuration) { emulator in
      func text(_ path: String) async throws -> String {
        try await emulator.plain("GET", path, headers: [Self.token]).text
      }
      #expect(
        try await text("/v1/teams")
          == #"{"teams":[{"teamId":"T","teamName":"Team T"},{"teamId":"O","teamName":"Team O"}]}"#)
      let first = try await text("/v1/teams/T/containers")
      #expect(first.contains(#""id":"iCloud.test","#) && first.hasSuffix(#""nextKey":"iCloud.test"}"#), "\(first)")
      let second = try await text("/v1/teams/T/containers?startingAfterKey=iCloud.test")
      #expect(second.contains(#""id":"iCloud.test2","#) && !second.contains("nextKey"), "\(second)")
      #expect(try await text("/v1/teams/T/containers?q=OLD&showHidden=true").contains("iCloud.old"))
      #expect(try await text("/v1/teams/T/containers?q=OLD") == #"{"containers":[]}"#)
    }
  }

  @Test("an export has the form of Apple's, and shows a schema that control replaces; records are checked against it")
  func exports() async throws {
    try await ServedEmulator.serve(Self.configuration) { emulator in
      func exported(_ environment: ContainerEnvironment) async throws -> String {
        try await emulator.plain("GET", Self.export(environment), headers: [Self.token]).text
      }
      func replace(_ schema: String, _ database: String = "iCloud.test/development") async throws -> Int {
        try await emulator.plain("POST", "/_emulator/schema/\(database)", Array(schema.utf8)).status
      }
      let before = try await exported(.development)
      #expect(
        before.hasPrefix(
          """
          DEFINE SCHEMA

              CREATE ROLE Admin;

              RECORD TYPE Users (
                  "___createTime" TIMESTAMP,
                  "___createdBy"  REFERENCE,
                  "___etag"       STRING,
                  "___modTime"    TIMESTAMP,
                  "___modifiedBy" REFERENCE,
                  "___recordID"   REFERENCE,
                  roles           LIST<INT64>,
                  GRANT WRITE TO "_creator",
                  GRANT READ TO "_world"
              );

              RECORD TYPE Thing (

          """), "\(before)")
      #expect(try await emulator.create("a", #""color":{"value":"red"}"#).text.contains("BAD_REQUEST"))
      #expect(
        try await replace(ServedEmulator.schema.replacing("plain STRING,", with: "plain STRING, color STRING,")) == 200)
      #expect(try await exported(.development).contains("        color           STRING,\n"))
      #expect(try await exported(.production) == before)
      #expect(try await emulator.create("a", #""color":{"value":"red"}"#).text.contains("recordChangeTag"))
      // A field that the schema no longer declares cannot be written, and its records stay.
      #expect(try await replace(ServedEmulator.schema) == 200)
      #expect(try await exported(.development) == before)
      #expect(try await emulator.create("b", #""color":{"value":"red"}"#).text.contains("BAD_REQUEST"))
      #expect(try await replace("DEFINE") == 400)
      #expect(try await replace(ServedEmulator.schema, "iCloud.test/staging") == 404)
      #expect(try await exported(.development) == before)
      #expect(try await emulator.plain("POST", "/_emulator/reset").status == 200)
      #expect(try await exported(.development) == before)
    }
  }

  @Test("a query finds no record type and no field that control took out of the schema")
  func removed() async throws {
    try await ServedEmulator.serve(Self.configuration) { emulator in
      func replace(_ schema: String) async throws {
        let path = "/_emulator/schema/iCloud.test/development"
        #expect(try await emulator.plain("POST", path, Array(schema.utf8)).status == 200)
      }
      func found() async throws -> String {
        try await emulator.text(
          "records/query",
          #"{"query":{"recordType":"Thing","filterBy":[{"fieldName":"color","comparator":"EQUALS","#
            + #""fieldValue":{"value":"red"}}]}}"#)
      }
      try await replace(ServedEmulator.schema.replacing("plain STRING,", with: "plain STRING, color STRING QUERYABLE,"))
      _ = try await emulator.create("a", #""color":{"value":"red"}"#)
      #expect(try await found().contains(#""recordName":"a""#))
      try await replace(ServedEmulator.schema)
      #expect(try await found().contains("Did not find field: 'color' in type: 'Thing'"))
      try await replace("DEFINE SCHEMA RECORD TYPE Other (a STRING);")
      #expect(try await found().contains("did not find record type: Thing"))
    }
  }
}
