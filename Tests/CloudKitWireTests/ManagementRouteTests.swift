import CloudKitWire
import JSON
import Testing

@Suite("Routes of the management API")
struct ManagementRouteTests {
  @Test("each route matches its own path and no other")
  func paths() {
    let target = ManagementRoute.Target(team: "TEAM", container: "iCloud.x", environment: .production)
    for route in ManagementRoute.allCases {
      let matches = ManagementRoute.allCases.filter { $0.target(ofPath: route.path(for: target)) != nil }
      #expect(matches == [route])
    }
    let path = "/v1/database/teams/TEAM/containers/iCloud.x/environments/PRODUCTION/schema"
    #expect(ManagementRoute.export.path(for: target) == path)
    #expect(ManagementRoute.export.target(ofPath: path) == target)
    #expect(ManagementRoute.teams.target(ofPath: "/v1/teams/") == nil)
  }

  @Test("errors and lists survive a round trip, and other objects are none")
  func roundTrips() throws {
    var error = ManagementError(429, "too-many-requests", "later")
    error.detailedMessage = "a \"quoted\" one"
    error.requestUUID = "u"
    error.retryAfterSeconds = 2.5
    error.redirectURL = "https://example.org"
    func object(_ bytes: [UInt8]) throws -> JSONObject { try #require(try JSONValue(strict: bytes).object) }
    #expect(try ManagementError(object(error.body)) == error)
    #expect("\(error)" == "too-many-requests: later; a \"quoted\" one (request u)")
    let teams = [ManagementTeam(id: "T", name: "é")]
    #expect(try [ManagementTeam](object(teams.body)) == teams)
    let page = ManagementContainerPage(
      [ManagementContainer(id: "iCloud.x", teamID: "T", name: "x", isHidden: true)], nextKey: "k")
    #expect(try ManagementContainerPage(object(page.body)) == page)
    let other = try object(Array(#"{"teams":[{"id":1}],"containers":{},"code":"x"}"#.utf8))
    #expect([ManagementTeam](other) == nil && ManagementContainerPage(other) == nil && ManagementError(other) == nil)
  }
}
