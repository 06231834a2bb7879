import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics
import Foundation
import SchemaReview

/// The checks of what commands on live schemas need. CloudKit answers a wrong token and a wrong team alike; these
/// checks tell them apart.
///
/// They are in the order in which each one relies on those before it.
struct LiveSchemaChecks {
  private static let warningDays = 30

  let options: LiveSchemaOptions
  let asOf: Timestamp

  /// Whether a token is set, or an option or a variable names a team or the way to one.
  var areWanted: Bool {
    TokenVariable.management != nil || options.isSet || CloudKitVariables.value("CLOUDKIT_TEAM_ID") != nil
  }

  func checks() async throws -> [Check] {
    let way = try await options.way()
    var checks = [try await wayCheck(way), tokenCheck(way)]
    func hasFailed() -> Bool { checks.contains { $0.state == .fails } }
    if hasFailed() { return checks }
    let team: String
    let container: String
    do { (team, container) = (try options.team, try options.container) } catch let error as ValidationError {
      return checks + [Check("team", .unknown, error.message)]
    }
    let client = try await options.client(team: team, container: container)
    checks.append(try await check("team") { () async throws(LiveSchemaError) in try await teamCheck(client, team) })
    if hasFailed() { return checks }
    if case .http(let http) = client {
      let check = try await check("container") { () async throws(LiveSchemaError) in
        try await containerCheck(http, team: team, container: container)
      }
      checks.append(check)
    } else {
      checks.append(Check("container", .unknown, "cktool cannot list containers"))
    }
    if hasFailed() { return checks }
    for environment in ContainerEnvironment.allCases {
      checks.append(try await export(environment, of: LiveContainer(id: container, client: client)))
    }
    return checks
  }

  /// Returns the result of `body`. A wrong route says nothing about what it was to check.
  private func check(
    _ subject: String, _ body: () async throws(LiveSchemaError) -> Check
  ) async throws(LiveSchemaError) -> Check {
    do { return try await body() } catch {
      guard error.kind != .stopped else { throw error }
      return Check(subject, error.kind == .unexpectedAnswer ? .unknown : .fails, "\(error)")
    }
  }

  private func wayCheck(_ way: SchemaWay) async throws -> Check {
    guard way == .cktool else {
      return Check("transport", .works, "HTTP requests to \(try options.baseURL()), which Apple does not document")
    }
    return try await CKTool.isInstalled()
      ? Check("transport", .works, "cktool of Xcode")
      : Check("transport", .fails, "cktool is not installed", "install Xcode on macOS, or pass --via http")
  }

  /// Checks the form and the expiry of the token without sending it.
  private func tokenCheck(_ way: SchemaWay) -> Check {
    guard let variable = TokenVariable.management else {
      return way == .cktool
        ? Check("token", .unknown, "cktool uses its own store: no variable holds a token")
        : Check(
          "token", .fails, "no variable holds a token",
          "create one in CloudKit Console, Settings, Tokens, and set \(ManagementToken.variables[0])")
    }
    let token: ManagementToken
    do { token = try ManagementToken(variable.value) } catch {
      return Check("token", .fails, "\(variable.name) does not hold a token: \(error)", "copy the token again")
    }
    var check = Check("token", .works, "\(variable.name): \(Self.text(token.form))")
    if variable.name != ManagementToken.variables[0] { check.advice = "rename it to \(ManagementToken.variables[0])" }
    guard let expires = token.expires else { return check }
    let days = Int((expires.seconds(since: asOf) / 86_400).rounded(.down))
    let renewal = "create a new token in CloudKit Console, Settings, Tokens"
    if days < 0 {
      return Check("token", .fails, "\(variable.name) holds a token that expired on \(expires)", renewal)
    }
    if days < Self.warningDays {
      return Check("token", .unknown, "\(check.text), expires in \(days.of("day"))", renewal)
    }
    return Check("token", .works, "\(check.text), expires in \(days.of("day"))", check.advice)
  }

  private static func text(_ form: ManagementToken.Form) -> String {
    switch form {
    case .claims(let claims):
      claims.scope.isEmpty
        ? "a signed token with the claims \(claims.names.joined(separator: ", "))"
        : "a signed token for \(claims.scope.count.of("route")): \(claims.scope.prefix(10).joined(separator: ", "))"
    case .hexadecimal: "64 hexadecimal digits"
    case .other: "a form that is not known to be a token's"
    }
  }

  private func teamCheck(_ client: LiveSchemaClient, _ team: String) async throws(LiveSchemaError) -> Check {
    let teams = try await client.teams()
    if teams.contains(where: { $0.id == team }) {
      return Check("team", .works, "the token belongs to team \(team)")
    }
    return Check(
      "team", .fails, "the token does not belong to team \(team)",
      teams.isEmpty
        ? "the token has no team: create one in the team's CloudKit Console"
        : "teams of the token: \(teams.map(\.id).joined(separator: ", "))")
  }

  private func containerCheck(
    _ client: ManagementClient, team: String, container: String
  ) async throws(LiveSchemaError) -> Check {
    let containers = try await client.containers(matching: container, includingHidden: true)
    if containers.contains(where: { $0.id == container }) {
      return Check("container", .works, "\(container) belongs to team \(team)")
    }
    return Check(
      "container", .fails, "team \(team) has no container \(container)",
      "'celestra-admin schema containers' lists the containers")
  }

  private func export(_ environment: ContainerEnvironment, of container: LiveContainer) async throws -> Check {
    let subject = "export"
    do {
      let schema = try await container.schema(of: environment).schema
      return Check(subject, .works, "\(environment.rawValue): \(schema.recordTypes.count.of("record type"))")
    } catch let error as LiveSchemaError where error.kind == .stopped {
      throw error
    } catch {
      return Check(subject, .fails, "\(environment.rawValue): \(error)")
    }
  }
}
