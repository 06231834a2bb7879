import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import Foundation
import SQLiteStore
import SchemaReview

/// The credentials and schemas of commands that name two containers.
struct ContainerPairOptions: ParsableArguments {
  /// The role of a container.
  enum Role: String {
    case from, to
  }

  @Option(
    help: ArgumentHelp(
      "ID of the key for the first container. (default: FROM_CLOUDKIT_KEY_ID or CLOUDKIT_KEY_ID)", valueName: "id"))
  var fromKeyId: String?

  @Option(
    help: ArgumentHelp(
      "PEM file with the private key for the first container. (default: FROM_CLOUDKIT_PRIVATE_KEY_PATH or "
        + "CLOUDKIT_PRIVATE_KEY_PATH)", valueName: "file"))
  var fromPrivateKey: String?

  @Option(
    help: ArgumentHelp(
      "ID of the key for the second container. (default: TO_CLOUDKIT_KEY_ID or CLOUDKIT_KEY_ID)", valueName: "id"))
  var toKeyId: String?

  @Option(
    help: ArgumentHelp(
      "PEM file with the private key for the second container. (default: TO_CLOUDKIT_PRIVATE_KEY_PATH or "
        + "CLOUDKIT_PRIVATE_KEY_PATH)", valueName: "file"))
  var toPrivateKey: String?

  @Option(
    name: .customLong("schema"),
    help: ArgumentHelp(
      "Schema to assume for iCloud containers. Files have their own. (default: the configuration, or "
        + "\(EffectiveConfiguration.schema))", valueName: "file"))
  var schemaFile: String?

  @Option(help: ArgumentHelp("Schema to assume for the first container. (default: --schema)", valueName: "file"))
  var fromSchema: String?

  @Option(help: ArgumentHelp("Schema to assume for the second container. (default: --schema)", valueName: "file"))
  var toSchema: String?

  @OptionGroup var configuration: ConfigurationOptions

  @Option(help: "Maximum requests per second and container. The actual rate adapts to throttling. (default: 40)")
  var maxRequestsPerSecond: Double?

  @Flag(help: "Print request statistics. Without it, only a run on Apple's servers does.")
  var verbose = false

  func validate() throws { try CloudContainerOptions.check(maxRequestsPerSecond) }

  /// Opens a container for reading. It is neither created nor changed.
  func openForReading(_ side: ContainerSide, as role: Role) throws -> OpenedSide {
    guard let environment = side.environment else {
      let local = try LocalContainer.openForReading(side.container)
      return OpenedSide(side: side, store: local.listingAllTypes, schema: local.schema)
    }
    let schema = try schema(of: side, role)
    let address = try credentials(role).address(of: side.container, environment)
    let database = try OpenedDatabases.open(address, isVerbose: verbose) {
      CloudKitDatabase(
        address, key: try credentials(role).key(), schema: schema,
        maxRequestsPerSecond: maxRequestsPerSecond ?? CloudKitDatabase.requestsPerSecond)
    }
    return OpenedSide(side: side, store: database, schema: schema)
  }

  /// Whether two sides are the same container.
  func areSame(_ from: ContainerSide, _ to: ContainerSide) throws -> Bool {
    guard let first = from.environment, let second = to.environment else {
      return !from.isCloud && !to.isCloud && from.resolvedPath == to.resolvedPath
    }
    return try credentials(.from).address(of: from.container, first)
      == credentials(.to).address(of: to.container, second)
  }

  private func credentials(_ role: Role) -> CloudCredentials {
    role == .from
      ? CloudCredentials(keyID: fromKeyId, privateKey: fromPrivateKey, prefix: "FROM_")
      : CloudCredentials(keyID: toKeyId, privateKey: toPrivateKey, prefix: "TO_")
  }

  /// Returns the schema to assume for an iCloud container: Web Services cannot report it.
  private func schema(of side: ContainerSide, _ role: Role) throws -> Schema {
    let path = try (role == .from ? fromSchema : toSchema) ?? schemaFile ?? configuration.effective().schema.value
    guard FileManager.default.fileExists(atPath: path) || path == schemaFile else {
      throw CommandFailure(
        "cannot read the schema of \(side.name) from CloudKit, and '\(path)' does not exist; pass --schema FILE")
    }
    return try SchemaDocument(valid: InputFile.read(path), to: "use the schema").schema
  }
}

/// An open container of a command that names two.
struct OpenedSide {
  /// The name and environment.
  let side: ContainerSide
  /// The store of its records.
  let store: any RecordStore
  /// The schema it enforces.
  let schema: Schema

  /// The name in messages.
  var name: String { side.name }
}
