import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import Diagnostics
import SchemaService
import Testing

@Suite("The management API over HTTP")
struct HTTPSchemaServiceTests {
  private static func schema(_ bytes: [UInt8]) -> Schema {
    Schema(SchemaFile(SourceText(name: "test", bytes: bytes)))
  }

  @Test("teams (inferred route) and containers (observed route) are listed over all pages, hidden ones on request")
  func lists() async throws {
    try await ServedManagement.serve(pageSize: 1) { server in
      let client = try server.client()
      #expect(try await client.teams().map(\.id) == ["TEAM", "OTHER"])
      let ids = try await client.containers(matching: nil, includingHidden: false).map(\.id)
      #expect(ids == ["iCloud.org.example.a", "iCloud.org.example.b"])
      #expect(try await client.containers(matching: "OLD", includingHidden: true).map(\.name) == ["old"])
      #expect(try await client.containers(matching: "a b&c", includingHidden: true) == [])
    }
  }

  @Test("both environments are exported (inferred route), in the form of Apple's exports")
  func exports() async throws {
    try await ServedManagement.serve { server in
      let client = try server.client()
      let text = String(decoding: try await client.export(.development), as: UTF8.self)
      #expect(
        text == """
          DEFINE SCHEMA

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

              RECORD TYPE Feed (
                  "___createTime" TIMESTAMP,
                  "___createdBy"  REFERENCE,
                  "___etag"       STRING,
                  "___modTime"    TIMESTAMP,
                  "___modifiedBy" REFERENCE,
                  "___recordID"   REFERENCE,
                  score           INT64,
                  title           STRING QUERYABLE,
                  GRANT READ TO "_world"
              );

          """)
      #expect(Self.schema(try await client.export(.production)).recordType(named: "Feed")?.fields.count == 7)
    }
  }

  @Test("writes are refused without a request, unless their route is confirmed")
  func unconfirmed() async throws {
    try await ServedManagement.serve { server in
      let client = try server.client()
      let schema = Array(ServedManagement.development.utf8)
      #expect(await failure { () async throws(SchemaServiceError) in try await client.validate(schema) } == nil)
      for write in SchemaWrite.allCases {
        let error = await write.failure(client)
        #expect(error?.kind == .unconfirmedRoute)
        #expect(error?.description.contains("--route-file") == true)
      }
      #expect(server.requests.all == [])
    }
  }

  @Test("confirmed routes import, validate, reset, and deploy (all inferred), each with one request")
  func writes() async throws {
    try await ServedManagement.serve { server in
      let client = try server.client(confirmed: ServedManagement.confirmed)
      let added = ServedManagement.development + "\nRECORD TYPE Tag ( label STRING );"
      try await client.validate(Array(added.utf8))
      try await client.importToDevelopment(Array(added.utf8))
      #expect(Self.schema(try await client.export(.development)).recordType(named: "Tag") != nil)
      try await client.deploy()
      #expect(Self.schema(try await client.export(.production)).recordType(named: "Tag") != nil)
      try await client.importToDevelopment(Array((added + "\nRECORD TYPE Lost ( x STRING );").utf8))
      try await client.resetDevelopment()
      #expect(Self.schema(try await client.export(.development)).recordType(named: "Lost") == nil)
      #expect(
        server.requests.all == [
          "POST 200", "POST 202", "GET 200", "POST 202", "GET 200", "POST 202", "POST 202", "GET 200",
        ])
    }
  }

  @Test(
    "the server's refusals are shown with the route",
    arguments: [
      (
        "DEFINE SCHEMA\nRECORD TYPE T ( a BADTYPE );",
        #"Encountered " <IDENTIFIER> "BADTYPE "" at line 2, column 19."#
      ),
      (
        "DEFINE SCHEMA\nRECORD TYPE Other ( a STRING );",
        "invalid attempt to delete a record type which is active in a production container"
      ),
      (
        "DEFINE SCHEMA\nRECORD TYPE Feed ( score INT64 );",
        "invalid attempt to delete a field which is active in a production container"
      ),
      (
        "DEFINE SCHEMA\nRECORD TYPE Feed ( title INT64 );",
        "invalid attempt to change the type of a field which is active in a production container"
      ),
    ])
  func refusals(schema: String, reason: String) async throws {
    try await ServedManagement.serve { server in
      let client = try server.client(confirmed: ServedManagement.confirmed)
      let error = await failure { () async throws(SchemaServiceError) in
        try await client.importToDevelopment(Array(schema.utf8))
      }
      #expect(error?.kind == .refused)
      #expect(error?.description.contains("bad-request: \(reason)") == true, "\(String(describing: error))")
      #expect(error?.description.contains("(import: POST /v1/") == true)
      #expect(server.requests.all == ["POST 400"])
    }
  }

  @Test("a wrong token and a wrong team get one answer, and the token is in no message")
  func unauthorized() async throws {
    try await ServedManagement.serve { server in
      let other = String(repeating: "f", count: 64)
      for client in [try server.client(token: other), try server.client(team: "NONE")] {
        let error = await failure { () async throws(SchemaServiceError) in _ = try await client.export(.development) }
        #expect(error?.kind == .unauthorized)
        #expect(error?.description.contains("schema doctor") == true)
        #expect(error?.description.contains(other) == false)
      }
      let wrong = try server.client(token: other)
      let teams = await failure { () async throws(SchemaServiceError) in _ = try await wrong.teams() }
      #expect(teams?.description.contains("CloudKit does not accept the token: create a new one") == true)
      let foreign = try server.client(container: "iCloud.org.other")
      let error = await failure { () async throws(SchemaServiceError) in _ = try await foreign.export(.development) }
      #expect(error?.kind == .unconfirmedRoute && error?.description.contains("route is not confirmed") == true)
      #expect(!server.requests.text.contains(ServedManagement.token))
      #expect(!"\(try server.client())".contains(ServedManagement.token))
    }
  }
}
