import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import Foundation
import SQLiteStore
import SchemaReview

/// The container a command works on, and its schema. No option is in a group of its own: a debug build of the parser
/// checks the options of a group four times more often than those around it.
struct ContainerOptions: ParsableArguments, CloudOptions {
  @Option(
    name: .customLong("container"),
    help: ArgumentHelp(
      "Container: the path of a local SQLite file, or an iCloud container id, iCloud.…[@environment] (default: "
        + "CLOUDKIT_CONTAINER_ID, the configuration, or \(EffectiveConfiguration.container))", valueName: "path"),
    completion: .file())
  var containerFile: String?

  @Option(
    name: .customLong("schema"),
    help: ArgumentHelp(
      "Schema that a local container is created from or migrated to; for an iCloud container, the schema to "
        + "assume. (default: \(EffectiveConfiguration.schema))", valueName: "file"), completion: .file())
  var schemaFile: String?

  @Option(help: ConfigurationOptions.help, completion: .file())
  var config: String?

  @Option(name: .customLong("environment"), help: CloudContainerOptions.environmentHelp)
  var environmentOption: ContainerAddress.Environment?

  @Option(help: CloudContainerOptions.keyHelp)
  var keyId: String?

  @Option(help: CloudContainerOptions.privateKeyHelp, completion: .file())
  var privateKey: String?

  @Option(help: CloudContainerOptions.rateHelp)
  var maxRequestsPerSecond: Double?

  @Flag(help: CloudContainerOptions.verboseHelp)
  var verbose = false

  @Flag(help: CloudContainerOptions.yesHelp)
  var yes = false

  /// The prefix of every iCloud container id. A local file with this prefix needs a path, such as `./iCloud.x`.
  static let idPrefix = "iCloud."

  /// The container's path or id, from the option, the environment, the configuration, or the default.
  var container: String {
    get throws {
      if let containerFile { return try Self.checked(containerFile) }
      if let id = CloudKitVariables.value("CLOUDKIT_CONTAINER_ID") {
        // The variable names iCloud containers only.
        guard id.hasPrefix(Self.idPrefix) else {
          throw ValidationError(
            "CLOUDKIT_CONTAINER_ID is '\(id)', not an id that begins with 'iCloud.'; use --container for a local file"
          )
        }
        return try Self.checked(id)
      }
      return try Self.checked(configuration().container.value)
    }
  }

  /// Returns the name, after rejecting malformed container ids.
  static func checked(_ name: String) throws -> String {
    let rest = name.dropFirst(idPrefix.count)
    if name.hasPrefix(idPrefix) {
      guard rest.wholeMatch(of: #/[A-Za-z0-9._-]+/#) != nil else {
        throw ValidationError(
          "'\(name)' is not a valid container id"
            + (rest.contains("@")
              ? "; name the environment with --environment or CLOUDKIT_ENVIRONMENT"
              : ", such as iCloud.org.example.app"))
      }
    } else if name.lowercased().hasPrefix(idPrefix.lowercased()), !name.contains("/"),
      !FileManager.default.fileExists(atPath: name)
    {
      throw ValidationError(
        "'\(name)' is not a valid container id: write \(idPrefix)\(rest) for a container, or ./\(name) for a file")
    }
    return name
  }

  /// Returns the settings from the configuration file and the defaults.
  /// - Throws: `CommandFailure` that lists the errors in the file.
  func configuration() throws -> EffectiveConfiguration { try EffectiveConfiguration(valid: config) }

  /// A text that distinguishes the container from others: the path of a file, or id, environment and server.
  var identity: String {
    get throws {
      let name = try container
      guard try isCloud else { return URL(fileURLWithPath: name).standardizedFileURL.path }
      let address = try credentials.address(of: name, environment)
      return "\(address.container) \(address.environment.rawValue) \(address.host)"
    }
  }

  /// The environment that plans for an iCloud container record; `nil` for a local container.
  var planEnvironment: String? { get throws { try isCloud ? environment.rawValue : nil } }

  /// Returns the options for the container that a plan file names.
  /// - Throws: `CommandFailure` if an option names another container or environment.
  func matching(_ plan: ChangePlan, in file: String) throws -> ContainerOptions {
    func path(_ name: String) -> String {
      name.hasPrefix(Self.idPrefix) ? name : URL(fileURLWithPath: name).standardizedFileURL.path
    }
    let environment = plan.environment.flatMap(ContainerAddress.Environment.init(rawValue:))
    if plan.environment != nil, environment == nil {
      throw CommandFailure("\(file) names an unknown environment; create the plan again")
    }
    for (option, named, planned) in [
      ("--container", containerFile.map(path), path(plan.container)),
      ("--environment", environmentOption?.rawValue, plan.environment),
    ] {
      guard let named, let planned, named != planned else { continue }
      throw CommandFailure(
        "\(file) is a plan for \(plan.container)\(plan.environment.map { " (\($0))" } ?? ""); apply it without \(option),"
          + " or create a plan for the other container")
    }
    var options = self
    options.containerFile = plan.container
    options.environmentOption = environment ?? environmentOption
    return options
  }

  /// Whether the container is an iCloud container rather than a file.
  var isCloud: Bool { get throws { try container.hasPrefix(Self.idPrefix) } }

  /// Checks the name, and takes the environment from `iCloud.id@environment`.
  mutating func validate() throws {
    try CloudContainerOptions.check(maxRequestsPerSecond)
    if containerFile == "" { throw ValidationError("--container requires the path of a file, or iCloud.…") }
    guard let name = containerFile, name.hasPrefix(Self.idPrefix), name.contains("@") else { return }
    let side = try ContainerSide(name)
    if let other = environmentOption, other != side.environment {
      throw ValidationError("--container \(name) and --environment \(other.rawValue) contradict each other")
    }
    containerFile = side.container
    environmentOption = side.environment
  }

  /// Whether the container exists. This tool does not create iCloud containers.
  var exists: Bool { get throws { try isCloud || LocalContainer.exists(container) } }

  /// Returns the schema from the file. If no file is named and the default is missing, a container keeps its own.
  func schema() throws -> Schema {
    let configured =
      try schemaFile.map { EffectiveConfiguration.Setting($0, from: .flag) } ?? configuration().schema
    let path = configured.value
    if configured.source == .default, !FileManager.default.fileExists(atPath: path), try exists {
      if try isCloud {
        throw CommandFailure(
          "cannot read the schema of \(try container) from CloudKit, and '\(path)' does not exist; pass --schema FILE"
        )
      }
      return try LocalContainer.openForReading(try container).schema
    }
    return try SchemaDocument(valid: InputFile.read(path), to: "use the schema").schema
  }
}
