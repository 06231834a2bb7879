import CloudKitWire
import JSON
import Testing

@Suite("Routes of the management API")
struct ManagementRouteTests {
  @Test("each operation has a route that matches its own path and method, and only known reads are allowed as shipped")
  func table() {
    let routes = ManagementRoutes()
    let target = ManagementRoute.Target(team: "TEAM", container: "iCloud.x", environment: "production")
    #expect(routes.all.map(\.operation) == ManagementRoute.Operation.allCases)
    for route in routes.all {
      let match = routes.match(route.method.rawValue, route.path(for: target))
      #expect(match?.route == route)
      #expect(route.isAllowed == [.teams, .containers, .export].contains(route.operation))
      #expect(route.evidence == ([.containers, .recordTypes].contains(route.operation) ? .observed : .inferred))
    }
    #expect(routes.match("DELETE", "/v1/teams") == nil)
    #expect(routes.match("GET", "/v1/teams/") == nil)
    #expect(
      routes[.export].path(for: target)
        == "/v1/database/teams/TEAM/containers/iCloud.x/environments/PRODUCTION/schema")
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
    let validation = ManagementValidation(isValid: false, errorMessage: "no")
    #expect(try ManagementValidation(object(validation.body)) == validation)
    let other = try object(Array(#"{"teams":[{"id":1}],"containers":{},"isValid":"yes","code":"x"}"#.utf8))
    #expect([ManagementTeam](other) == nil && ManagementContainerPage(other) == nil)
    #expect(ManagementValidation(other) == nil && ManagementError(other) == nil)
  }
}
