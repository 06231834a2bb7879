import ArgumentParser
import Catalog
import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import Foundation
import SQLiteStore
import SchemaReview

/// The container a command works on, and its schema.
struct ContainerOptions: ParsableArguments {
  @Option(
    name: .customLong("container"),
    help: ArgumentHelp(
      "Container: the path of a local SQLite file, or an iCloud container id, iCloud.… (default: "
        + "CLOUDKIT_CONTAINER_ID, the configuration, or \(EffectiveConfiguration.container))", valueName: "path"))
  var containerFile: String?

  @Option(
    name: .customLong("schema"),
    help: ArgumentHelp(
      "Schema that a local container is created from or migrated to; for an iCloud container, the schema to "
        + "assume. (default: \(EffectiveConfiguration.schema))", valueName: "file"))
  var schemaFile: String?

  @OptionGroup var configuration: ConfigurationOptions

  @OptionGroup var cloud: CloudContainerOptions

  /// The prefix of every iCloud container id. A local file with this prefix needs a path, such as `./iCloud.x`.
  private static let idPrefix = "iCloud."

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
      return try Self.checked(configuration.effective().container.value)
    }
  }

  /// Returns the name, after rejecting malformed container ids.
  private static func checked(_ name: String) throws -> String {
    let rest = name.dropFirst(idPrefix.count)
    if name.hasPrefix(idPrefix) {
      if rest.isEmpty { throw ValidationError("'\(name)' is not a valid container id, such as iCloud.org.example.app") }
    } else if name.lowercased().hasPrefix(idPrefix.lowercased()), !name.contains("/"),
      !FileManager.default.fileExists(atPath: name)
    {
      throw ValidationError(
        "'\(name)' is not a valid container id: write \(idPrefix)\(rest) for a container, or ./\(name) for a file")
    }
    return name
  }

  /// The environment that plans for an iCloud container record; `nil` for a local container.
  var planEnvironment: String? { get throws { try isCloud ? cloud.environment.rawValue : nil } }

  /// Returns the options for the container that a plan file names.
  /// - Throws: `CommandFailure` if an option names another container or environment.
  func matching(_ plan: ChangePlan, in file: String) throws -> ContainerOptions {
    func path(_ name: String) -> String {
      name.hasPrefix(Self.idPrefix) ? name : URL(fileURLWithPath: name).standardizedFileURL.path
    }
    let environment = plan.environment.flatMap(ContainerAddress.Environment.init(rawValue:))
    for (option, named, planned) in [
      ("--container", containerFile.map(path), path(plan.container)),
      ("--environment", cloud.environmentOption?.rawValue, plan.environment),
    ] {
      guard let named, let planned, named != planned else { continue }
      throw CommandFailure(
        "\(file) is a plan for \(plan.container)\(plan.environment.map { " (\($0))" } ?? ""); apply it without \(option),"
          + " or create a plan for the other container")
    }
    var options = self
    options.containerFile = plan.container
    options.cloud.environmentOption = environment ?? cloud.environmentOption
    return options
  }

  /// Whether to skip confirmation.
  var yes: Bool { cloud.yes }

  /// Whether the container is an iCloud container rather than a file.
  var isCloud: Bool { get throws { try container.hasPrefix(Self.idPrefix) } }

  func validate() throws {
    if containerFile == "" { throw ValidationError("--container requires the path of a file, or iCloud.…") }
  }

  /// An open container and the layout of its catalogue.
  struct Opened {
    /// The path or id that the user passed.
    let name: String
    /// The store of its records.
    let store: any RecordStore
    /// The schema it enforces.
    let schema: Schema
    /// The record types and fields of its catalogue.
    let layout: CatalogLayout

    /// A reader of its feeds.
    var reader: CatalogReader { CatalogReader(store, layout: layout, schema: schema) }

    init(_ store: any RecordStore, schema: Schema, named name: String) throws {
      guard let layout = CatalogLayout(schema) else {
        throw CommandFailure(
          "the schema of \(name) declares neither PublicFeed nor Feed; use schema/celestra.ckdb")
      }
      self.name = name
      self.store = store
      self.layout = layout
      self.schema = schema
    }
  }

  /// Whether the container exists. This tool does not create iCloud containers.
  var exists: Bool { get throws { try isCloud || FileManager.default.fileExists(atPath: container) } }

  /// Opens the container without creating or changing it.
  func openForReading() throws -> Opened {
    try isCloud ? opened(openDatabase()) : local(LocalContainer.openForReading(try container))
  }

  /// Opens the container for writing and migrates it to the schema, or creates it.
  func openOrCreate() throws -> Opened {
    if try isCloud {
      try cloud.confirmWriting(to: container)
      return try opened(openDatabase())
    }
    return try local(LocalContainer.open(try container, schema: schema(), now: { Timestamp(Date()) }))
  }

  /// Opens an existing container for writing and migrates it to the schema.
  /// - Throws: `CommandFailure` if the container does not exist.
  func openExisting() throws -> Opened {
    // Throws the error for a missing container.
    if try !exists { _ = try LocalContainer.openForReading(try container) }
    return try openOrCreate()
  }

  /// Opens an empty container with the schema in memory.
  func openInMemory() throws -> Opened {
    try local(LocalContainer.inMemory(schema: schema(), now: { Timestamp(Date()) }))
  }

  private func local(_ store: LocalContainer) throws -> Opened {
    try Opened(store, schema: store.schema, named: try container)
  }

  /// Opens the database of an iCloud container with the schema to assume.
  func openDatabase() throws -> (database: CloudKitDatabase, schema: Schema) {
    let schema = try schema()
    let container = try container
    let database = try OpenedDatabases.database(at: cloud.address(of: container)) {
      try cloud.database(of: container, schema: schema)
    }
    return (database, schema)
  }

  private func opened(_ cloud: (database: CloudKitDatabase, schema: Schema)) throws -> Opened {
    try Opened(cloud.database, schema: cloud.schema, named: try container)
  }

  /// Returns the schema from the file. If no file is named and the default is missing, a container keeps its own.
  private func schema() throws -> Schema {
    let configured =
      try schemaFile.map { EffectiveConfiguration.Setting($0, from: .flag) } ?? configuration.effective().schema
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
