import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import Diagnostics
import Foundation
import SchemaReview
import SchemaService

/// `schema doctor`: checks what commands on live schemas need, one cause at a time.
struct SchemaDoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the token, team, container, and exports that commands on live schemas need.",
    discussion: """
      CloudKit answers a wrong token and a wrong team alike; these checks tell them apart. Apple documents cktool and \
      CKTool JS, but not the HTTP requests; --routes lists the requests and how certain each is. Exits with 1 if a \
      check fails.
      """)

  @Flag(help: "List the HTTP requests with their evidence, and check nothing.")
  var routes = false

  @OptionGroup var live: LiveSchemaOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    guard !routes else { return try output.write(SchemaRoutesReport(routes: live.routes.all)) }
    let findings = try await SchemaDoctor(live, asOf: clock.asOf).findings()
    try output.write(SchemaDoctorReport(items: findings))
    try (findings.contains { $0.state == .fails } ? ExitStatus.answerIsNo : .done).exit()
  }
}

/// The checks, in the order in which each one relies on those before it.
struct SchemaDoctor {
  private static let warningDays = 30

  private let options: LiveSchemaOptions
  private let asOf: Timestamp

  init(_ options: LiveSchemaOptions, asOf: Timestamp) {
    self.options = options
    self.asOf = asOf
  }

  func findings() async throws -> [CheckedItem] {
    let transport = try await options.transport()
    var findings = [try await transportFinding(transport), tokenFinding(transport)]
    guard findings.allSatisfy({ $0.state != .fails }) else { return findings }
    let team = try options.team
    let container = try options.container
    let service = try await options.service(team: team, container: container)
    do { findings += try await access(service, team: team, container: container) } catch {
      guard error.kind != .stopped else { throw error }
      findings.append(CheckedItem("team", error.kind == .unconfirmedRoute ? .unknown : .fails, "\(error)"))
    }
    guard findings.allSatisfy({ $0.state != .fails }) else { return findings }
    for environment in [ContainerAddress.Environment.development, .production] {
      findings.append(try await export(environment, of: LiveContainer(id: container, service: service)))
    }
    return findings
  }

  private func transportFinding(_ transport: SchemaTransport) async throws -> CheckedItem {
    switch transport {
    case .cktool:
      return try await LiveSchemaOptions.hasCKTool()
        ? CheckedItem("transport", .works, "cktool of Xcode")
        : CheckedItem("transport", .fails, "cktool is not installed", "install Xcode on macOS, or pass --via http")
    case .http:
      let address = try options.baseURL()
      return CheckedItem(
        "transport", .works, "HTTP requests to \(address), which Apple does not document",
        "--routes lists them with their evidence")
    }
  }

  /// Checks the form and the expiry of the token without sending it.
  private func tokenFinding(_ transport: SchemaTransport) -> CheckedItem {
    guard let variable = TokenVariable.management else {
      return transport == .cktool
        ? CheckedItem("token", .unknown, "cktool uses its own store: no variable holds a token")
        : CheckedItem(
          "token", .fails, "no variable holds a token",
          "create one in CloudKit Console, Settings, Tokens, and set \(ManagementToken.variables[0])")
    }
    let token: ManagementToken
    do { token = try ManagementToken(variable.value) } catch {
      return CheckedItem("token", .fails, "\(variable.name) does not hold a token: \(error)", "copy the token again")
    }
    var finding = CheckedItem("token", .works, "\(variable.name): \(Self.text(token.form))")
    if variable.name != ManagementToken.variables[0] { finding.advice = "rename it to \(ManagementToken.variables[0])" }
    guard let expires = token.expires else { return finding }
    let days = Int((expires.seconds(since: asOf) / 86_400).rounded(.down))
    let renewal = "create a new token in CloudKit Console, Settings, Tokens"
    if days < 0 {
      return CheckedItem("token", .fails, "\(variable.name) holds a token that expired on \(expires)", renewal)
    }
    if days < Self.warningDays {
      return CheckedItem("token", .unknown, "\(finding.text), expires in \(days.of("day"))", renewal)
    }
    return CheckedItem("token", .works, "\(finding.text), expires in \(days.of("day"))", finding.advice)
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

  private func access(
    _ service: any SchemaService, team: String, container: String
  ) async throws(SchemaServiceError) -> [CheckedItem] {
    let teams = try await service.teams()
    guard teams.contains(where: { $0.id == team }) else {
      return [
        CheckedItem(
          "team", .fails, "the token does not belong to team \(team)",
          teams.isEmpty
            ? "the token has no team: create one in the team's CloudKit Console"
            : "teams of the token: \(teams.map(\.id).joined(separator: ", "))")
      ]
    }
    let teamFinding = CheckedItem("team", .works, "the token belongs to team \(team)")
    guard service.refusal(of: .containers) == nil else {
      return [
        teamFinding, CheckedItem("container", .unknown, "cktool cannot list containers"),
      ]
    }
    return [teamFinding, try await containerItem(service, team: team, container: container)]
  }

  /// Checks that the team has the container. A wrong route of the list says nothing about the container.
  private func containerItem(
    _ service: any SchemaService, team: String, container: String
  ) async throws(SchemaServiceError) -> CheckedItem {
    do {
      let containers = try await service.containers(matching: container, includingHidden: true)
      guard containers.contains(where: { $0.id == container }) else {
        return CheckedItem(
          "container", .fails, "team \(team) has no container \(container)",
          "'celestra-admin container list' lists the containers")
      }
      return CheckedItem("container", .works, "\(container) belongs to team \(team)")
    } catch {
      guard error.kind != .stopped else { throw error }
      return CheckedItem("container", error.kind == .unconfirmedRoute ? .unknown : .fails, "\(error)")
    }
  }

  private func export(_ environment: ContainerAddress.Environment, of container: LiveContainer) async throws
    -> CheckedItem
  {
    let subject = "export"
    do {
      let schema = try await container.schema(of: environment).schema
      return CheckedItem(subject, .works, "\(environment.rawValue): \(schema.recordTypes.count.of("record type"))")
    } catch let error as SchemaServiceError where error.kind == .stopped {
      throw error
    } catch {
      return CheckedItem(subject, .fails, "\(environment.rawValue): \(error)")
    }
  }
}
