import ArgumentParser
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics

/// The role of a container in a command, which prefixes the names of its options and environment variables.
protocol ContainerRole: Sendable {
  /// The prefix of options, such as `from-`.
  static var prefix: String { get }
  /// The container in help texts.
  static var noun: String { get }
}

enum SoleContainer: ContainerRole {
  static let prefix = ""
  static let noun = "an iCloud container"
}

/// The container that is read by a command that names two, or the earlier one.
enum FromContainer: ContainerRole {
  static let prefix = "from-"
  static let noun = "the first container"
}

/// The container that is written by a command that names two, or the later one.
enum ToContainer: ContainerRole {
  static let prefix = "to-"
  static let noun = "the second container"
}

struct AccessOptions<Role: ContainerRole>: ParsableArguments {
  @Option(
    name: .customLong(Role.prefix + "schema"),
    help: ArgumentHelp(
      Self.schemaHelp, valueName: "file", visibility: Role.prefix.isEmpty ? .default : .hidden),
    completion: .file())
  var schemaFile: String?

  @Option(
    name: .customLong(Role.prefix + "key-id"),
    help: ArgumentHelp(
      "ID of the server-to-server key of \(Role.noun). (default: \(Self.variables("CLOUDKIT_KEY_ID")))",
      valueName: "id", visibility: .hidden))
  var keyId: String?

  @Option(
    name: .customLong(Role.prefix + "private-key"),
    help: ArgumentHelp(
      "PEM file with the private key of \(Role.noun). (default: \(Self.variables("CLOUDKIT_PRIVATE_KEY_PATH")), or the "
        + "PEM text in CLOUDKIT_PRIVATE_KEY)", valueName: "file", visibility: .hidden), completion: .file())
  var privateKey: String?

  var credentials: CloudCredentials {
    CloudCredentials(
      keyID: keyId, privateKey: privateKey, prefix: Role.prefix.uppercased().replacing("-", with: "_"))
  }

  private static var schemaHelp: String {
    Role.prefix.isEmpty
      ? "Schema of the container. (default: \(EffectiveConfiguration.schema))"
      : "Schema to assume for \(Role.noun). (default: --schema)"
  }

  private static func variables(_ name: String) -> String {
    Role.prefix.isEmpty ? name : "\(Role.prefix.uppercased().replacing("-", with: "_"))\(name) or \(name)"
  }
}

/// The settings that all containers of a command share.
struct ConnectionOptions: ParsableArguments {
  @Option(help: ConfigurationOptions.help, completion: .file())
  var config: String?

  @Option(help: ArgumentHelp("Environment of an iCloud container.", valueName: "name"))
  var environment: ContainerEnvironment?

  @Option(
    help: ArgumentHelp(
      "Maximum requests per second and container. The actual rate adapts to throttling. (default: 40)", valueName: "n",
      visibility: .hidden))
  var maxRequestsPerSecond: Double?

  @Flag(
    help: ArgumentHelp("Print request statistics. Without it, only a run on Apple's servers does.", visibility: .hidden)
  )
  var verbose = false

  @Flag(help: ArgumentHelp("Skip confirmation."))
  var yes = false

  @Option(
    help: ArgumentHelp(
      "Skip confirmation of writing to the container with this id.", valueName: "id", visibility: .hidden))
  var confirm: String?

  var approval: Approval { Approval(yes: yes, container: confirm) }

  func validate() throws {
    if let rate = maxRequestsPerSecond, !(0.01...1000).contains(rate) {
      throw ValidationError("--max-requests-per-second must be between 0.01 and 1000, not \(rate)")
    }
  }

  func name(_ text: String) throws -> ContainerName { try ContainerName(text, environment: environment) }

  /// Returns the settings from the configuration file and the defaults.
  /// - Throws: `CommandFailure` that lists the errors in the file.
  func configuration() throws -> EffectiveConfiguration { try EffectiveConfiguration(valid: config) }

  /// Returns the only container of a command: the named one, or else the standard one.
  /// - Throws: `ValidationError` if an option, or a variable that precedes the name, selects an environment that the
  ///   container does not have.
  func onlyName(_ named: String?) throws -> ContainerName {
    let container = try named.map(name) ?? standardName()
    guard let stated = container.environment?.rawValue else {
      // The variable can be meant for other commands.
      guard let environment else { return container }
      throw ValidationError(
        "--environment \(environment.rawValue) requires an iCloud container, and \(container.name) is a file; name "
          + "iCloud.ID instead, or set CLOUDKIT_CONTAINER_ID")
    }
    let variable = named == nil ? CloudKitVariables.value("CLOUDKIT_ENVIRONMENT") : nil
    guard let other = environment?.rawValue ?? variable, other != stated else { return container }
    let selection = environment == nil ? "CLOUDKIT_ENVIRONMENT=\(other)" : "--environment \(other)"
    throw ValidationError("\(container.name) and \(selection) contradict each other")
  }

  /// Returns the container to use if no argument names one: from the environment, the configuration, or the default.
  private func standardName() throws -> ContainerName {
    guard let id = CloudKitVariables.value(Program.containerVariable) else {
      return try name(configuration().container.value)
    }
    // The variable names iCloud containers only.
    guard id.hasPrefix(ContainerName.idPrefix) else {
      throw ValidationError(
        "CLOUDKIT_CONTAINER_ID is '\(id)', not an id that begins with 'iCloud.'; use --container for a local file")
    }
    return try name(id).byVariable(unless: environment)
  }

  func access<Role>(
    to name: ContainerName, _ options: AccessOptions<Role>, schema: String? = nil
  ) -> ContainerAccess {
    ContainerAccess(
      container: name, credentials: options.credentials, schemaFile: options.schemaFile ?? schema, config: config,
      requestsPerSecond: maxRequestsPerSecond ?? CloudKitDatabase.requestsPerSecond, isVerbose: verbose)
  }
}
