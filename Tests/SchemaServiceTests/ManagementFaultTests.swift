import CloudKitWebServices
import CloudKitWire
import SchemaService
import Testing

@Suite("Faults of the management API")
struct ManagementFaultTests {
  @Test(
    "reads are tried again after a temporary failure, with the pause that the server asks for",
    arguments: [
      ("throttled=1", [Duration.milliseconds(11)]), ("throttled-silently=2", [.milliseconds(500), .seconds(1)]),
      ("unavailable=2", [.milliseconds(500), .seconds(1)]), ("broken-off=1", [.milliseconds(500)]),
      ("cut-after=1", [.milliseconds(500)]),
    ])
  func retries(fault: String, waits: [Duration]) async throws {
    try await ServedManagement.serve(fault) { server in
      let client = try server.client()
      #expect(try await client.export(.production).count > 100)
      #expect(server.clock.waits == waits)
    }
  }

  @Test(
    "an answer that is not the expected one ends a read",
    arguments: [
      ("throttled", 3, "tried 3 times"), ("unavailable", 3, "tried 3 times"), ("server-error", 1, "status 500"),
      ("html", 1, "the answer is a web page instead of a schema"),
      ("truncated", 1, "the answer is not a complete schema"), ("broken-off", 3, "tried 3 times"),
      ("redirect", 1, "it redirects to elsewhere.example, which was not followed"),
      ("expired", 1, "the token needs renewal: create a new one in CloudKit Console (idmsa.apple.com)"),
    ])
  func reads(fault: String, requests: Int, message: String) async throws {
    try await ServedManagement.serve(fault) { server in
      let client = try server.client()
      let error = await failure { () async throws(SchemaServiceError) in _ = try await client.export(.production) }
      #expect(error?.description.contains(message) == true, "\(String(describing: error))")
      #expect(error?.description.contains(ServedManagement.token) == false)
      #expect(server.requests.all.count == requests)
      if fault == "html" {
        let error = await failure { () async throws(SchemaServiceError) in _ = try await client.teams() }
        #expect(error?.description.contains("not a JSON object of the documented form") == true)
      }
    }
  }

  @Test(
    "a write is sent once, whatever the answer",
    arguments: [
      ("throttled", false), ("throttled-silently", false), ("unavailable", true), ("server-error", true),
      ("html", true), ("redirect", true), ("expired", false), ("cut-after", true),
    ])
  func writes(fault: String, mayHaveBeenDone: Bool) async throws {
    try await ServedManagement.serve(fault) { server in
      let client = try server.client(confirmed: ServedManagement.confirmed)
      for write in SchemaWrite.allCases {
        let error = await write.failure(client)
        #expect(error != nil && error?.mayHaveBeenDone == mayHaveBeenDone, "\(String(describing: error))")
      }
      #expect(server.requests.all.count == 3)
      #expect(server.clock.waits == [])
    }
  }

  @Test("an import with a delay becomes visible after it, and one without effect never")
  func polling() async throws {
    let schema = Array((ServedManagement.development + "\nRECORD TYPE Tag ( label STRING );").utf8)
    func isVisible(_ export: [UInt8]) -> Bool { String(decoding: export, as: UTF8.self).contains("Tag") }
    try await ServedManagement.serve(importDelay: .seconds(5)) { server in
      let client = try server.client(confirmed: ServedManagement.confirmed)
      try await client.importToDevelopment(schema)
      let polling = ExportPolling(client, .development, clock: server.clock.run)
      #expect(try await polling.wait(atMost: .seconds(120), until: isVisible))
      #expect(server.clock.waits == [.seconds(1), .seconds(2), .seconds(4)])
    }
    try await ServedManagement.serve("never-visible/import") { server in
      let client = try server.client(confirmed: ServedManagement.confirmed)
      try await client.importToDevelopment(schema)
      let polling = ExportPolling(client, .development, clock: server.clock.run)
      #expect(try await !polling.wait(atMost: .seconds(120), until: isVisible))
      #expect(server.clock.now == .seconds(120))
      #expect(server.requests.all.count { $0 == "POST 202" } == 1)
    }
  }

  @Test("a server that is not there is reported without a second try of a write")
  func refused() async throws {
    let clock = ServedManagement.Clock()
    let client = HTTPSchemaService(
      routes: ManagementRoutes(confirmed: ServedManagement.confirmed), baseURL: "http://127.0.0.1:1",
      token: try ManagementToken(ServedManagement.token), teamID: "TEAM", containerID: "iCloud.x", timeLimit: 5,
      clock: clock.run)
    let error = await failure { () async throws(SchemaServiceError) in try await client.deploy() }
    #expect(error?.kind == .unavailable && error?.mayHaveBeenDone == false)
    #expect(clock.waits == [])
  }
}
