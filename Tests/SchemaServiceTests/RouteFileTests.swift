import CloudKitWire
import Diagnostics
import SchemaService
import Testing

@Suite("Route files")
struct RouteFileTests {
  private static func file(_ change: (String, String) = ("", "")) -> RouteFile {
    let text = """
      {"routes": [{"operation": "import", "method": "POST",
        "path": "/v1/database/teams/{teamId}/containers/{containerId}/environments/{environment}/schema",
        "body": "file", "status": 202, "source": "network log of my Console session", "confirmed": "2026-11-20"}]}
      """
    return RouteFile(
      SourceText(name: "routes.json", text: change.0.isEmpty ? text : text.replacing(change.0, with: change.1)))
  }

  @Test("a complete file replaces its rows of the table and allows them")
  func complete() {
    let file = Self.file()
    #expect(file.diagnostics == [])
    let routes = ManagementRoutes(confirmed: file.routes)
    #expect(routes[.import].evidence == .user && routes[.import].isAllowed)
    #expect(routes[.import].source == "network log of my Console session, 2026-11-20")
    #expect(!routes[.deploy].isAllowed && routes[.export].isAllowed)
  }

  @Test(
    "a file with any mistake confirms nothing",
    arguments: [
      ("import", "promote"), ("POST", "DELETE"), ("/v1/database", "https://elsewhere.example/v1"),
      ("/v1/database", "//elsewhere.example"), ("/v1/database", "/v1/../database"), ("/v1/database", "/v1/{token}"),
      ("/v1/database", "/v1/a?b="), (#""file""#, #""none""#), ("202", "500"), ("202", "\"202\""),
      ("network log of my Console session", " "), ("2026-11-20", "yesterday"), (#""source""#, #""reason""#),
      ("]}", "]"), (#""operation": "import", "method": "POST""#, #""operation": "export", "method": "POST""#),
    ])
  func mistakes(old: String, new: String) {
    let file = Self.file((old, new))
    #expect(file.routes.isEmpty && !file.diagnostics.isEmpty)
  }
}
