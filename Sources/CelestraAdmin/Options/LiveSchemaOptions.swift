import ArgumentParser
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics
import Notation

/// The way to live schemas, with defaults from environment variables.
struct LiveSchemaOptions: ParsableArguments {
  @Option(help: ArgumentHelp("ID of the developer team. (default: CLOUDKIT_TEAM_ID)", valueName: "id"))
  var teamId: String?

  @Option(help: ArgumentHelp("ID of the container, iCloud.… (default: CLOUDKIT_CONTAINER_ID)", valueName: "id"))
  var containerId: String?

  @Option(
    help: ArgumentHelp(
      "Way to Apple's server: cktool (requires Xcode), http (requests that Apple does not document and that only read), or "
        + "auto: cktool if it is installed, otherwise http. (default: CELESTRA_SCHEMA_VIA or auto)", valueName: "way",
      visibility: .hidden))
  var via: SchemaWay?

  @Option(
    help: ArgumentHelp(
      "Address for requests over HTTP, https://host or a loopback address. It receives the token. (default: "
        + "CLOUDKIT_BASE_URL if it is a loopback address, otherwise Apple's server)", valueName: "url",
      visibility: .hidden))
  var managementUrl: String?

  @Option(
    help: ArgumentHelp("Time limit for each run of cktool and each request.", valueName: "seconds", visibility: .hidden)
  )
  var timeout = 300.0

  func validate() throws {
    if !(timeout > 0 && timeout <= 3600) {
      throw ValidationError("--timeout must be more than 0 and at most 3600 seconds, not \(timeout)")
    }
  }

  /// Whether the user passed a team, or the way to one.
  var isSet: Bool { teamId != nil || via != nil || managementUrl != nil }

  var team: String {
    get throws { try Self.value(teamId, "--team-id", "CLOUDKIT_TEAM_ID") }
  }

  var container: String {
    get throws { try Self.value(containerId, "--container-id", Program.containerVariable) }
  }

  func client() async throws -> LiveSchemaClient { try await client(team: team, container: container) }

  /// Returns the client for some of the IDs; an operation without a container needs no container ID.
  func client(team: String, container: String) async throws -> LiveSchemaClient {
    guard try await way() == .http else {
      return .cktool(CKTool(teamID: team, containerID: container, timeLimit: timeout))
    }
    try CloudCredentials.checkCertificates(for: baseURL())
    return .http(
      ManagementClient(
        baseURL: try baseURL(), token: try TokenVariable.token(), teamID: team, containerID: container,
        timeLimit: timeout))
  }

  /// Returns the way that the options and this machine select, cktool or HTTP.
  func way() async throws -> SchemaWay {
    var way = via
    if way == nil, let name = CloudKitVariables.value("CELESTRA_SCHEMA_VIA") {
      way = SchemaWay(rawValue: name)
      if way == nil { throw ValidationError("CELESTRA_SCHEMA_VIA must be auto, cktool, or http, not '\(name)'") }
    }
    if let way, way != .auto { return way }
    // cktool connects to Apple's server only.
    guard try baseURL() == ManagementRoute.apple else { return .http }
    return try await CKTool.isInstalled() ? .cktool : .http
  }

  /// Returns the base URL for requests over HTTP. The token is sent to it.
  func baseURL() throws -> String {
    if let managementUrl {
      guard let address = ManagementAddress(managementUrl), address.isLoopback || address.isSecure else {
        throw ValidationError(
          "--management-url must be https://host, or a loopback address such as http://127.0.0.1:80")
      }
      return address.baseURL
    }
    guard let text = CloudKitVariables.value("CLOUDKIT_BASE_URL") else { return ManagementRoute.apple }
    let address = ManagementAddress(text)
    if address?.baseURL == ContainerAddress.apple { return ManagementRoute.apple }
    guard let address, address.isLoopback else {
      throw ValidationError(
        "CLOUDKIT_BASE_URL is not a loopback address, and the management token is not sent to it: pass "
          + "--management-url, or unset CLOUDKIT_BASE_URL")
    }
    return address.baseURL
  }

  private static func value(_ option: String?, _ flag: String, _ variable: String) throws -> String {
    // cktool would read a value with a leading hyphen as an option, and a path is made from the value.
    guard let value = option ?? CloudKitVariables.value(variable), !value.isEmpty, !value.hasPrefix("-") else {
      throw ValidationError("pass \(flag), or set \(variable)")
    }
    guard value.wholeMatch(of: #/[A-Za-z0-9._-]+/#) != nil, value != ".", value != ".." else {
      throw ValidationError("\(flag) must consist of letters, digits, and . - _")
    }
    return value
  }
}

enum SchemaWay: String, CaseIterable, ExpressibleByArgument {
  case auto, cktool, http
}

struct LiveEnvironmentOptions: ParsableArguments {
  @Option(
    name: .customLong("environment"), help: ArgumentHelp("Environment. (default: development)", valueName: "name"))
  var environmentOption: ContainerEnvironment?

  /// The environment; development by default.
  var environment: ContainerEnvironment {
    get throws { try CloudKitVariables.environment(environmentOption) }
  }
}

/// The address of a server without a path.
struct ManagementAddress {
  /// The scheme, host, and optional port.
  let baseURL: String
  let isSecure: Bool
  let isLoopback: Bool

  /// Parses an address; returns `nil` if it has more than a scheme, a host, and a port.
  init?(_ text: String) {
    guard URLParts.isServer(text) else { return nil }
    let bytes = Array(text.utf8)
    let parts = URLParts(bytes[...])
    baseURL = text.hasSuffix("/") ? String(text.dropLast()) : text
    isSecure = parts.webScheme(in: bytes) == "https"
    let host = parts.host.map { bytes[$0].lowercasedString } ?? ""
    isLoopback = ["localhost", "[::1]"].contains(host) || host.wholeMatch(of: #/127(\.\d{1,3}){3}/#) != nil
  }
}

struct TokenVariable {
  let name, value: String

  /// The variables that are set, the preferred one first.
  static var all: [TokenVariable] {
    (ManagementToken.variables + ["CLOUDKIT_USER_TOKEN"]).compactMap { name in
      CloudKitVariables.value(name).map { TokenVariable(name: name, value: $0) }
    }
  }

  /// The variable with the management token; `nil` if none is set.
  static var management: TokenVariable? { all.first { ManagementToken.variables.contains($0.name) } }

  /// Returns the management token, and prints a note if another tool's variable holds it.
  static func token() throws -> ManagementToken {
    guard let variable = management else {
      throw CommandFailure(
        "requires a management token: create one in CloudKit Console, Settings, Tokens, and set "
          + "\(ManagementToken.variables[0])")
    }
    if variable.name != ManagementToken.variables[0] {
      Terminal.note("using the token in \(variable.name); rename it to \(ManagementToken.variables[0])")
    }
    do { return try ManagementToken(variable.value) } catch {
      throw CommandFailure("cannot use the token in \(variable.name): \(error)")
    }
  }
}
