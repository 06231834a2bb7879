import ArgumentParser
import Catalog
import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import Foundation
import SQLiteStore
import SchemaReview

/// The container a command works on, and the schema it is made from or brought to.
struct ContainerOptions: ParsableArguments {
  @Option(
    name: .customLong("container"),
    help: ArgumentHelp(
      "The container: a local one is an SQLite file, a real one iCloud.…. (default: CLOUDKIT_CONTAINER_ID, the "
        + "configuration, or \(EffectiveConfiguration.container))", valueName: "path"))
  var containerFile: String?

  @Option(
    name: .customLong("schema"),
    help: ArgumentHelp(
      "What a local container is made from, or brought to, by commands that write; what an iCloud container is known "
        + "to have. (default: \(EffectiveConfiguration.schema))", valueName: "file"))
  var schemaFile: String?

  @OptionGroup var configuration: ConfigurationOptions

  @OptionGroup var cloud: CloudContainerOptions

  /// What every container id begins with, and no file here.
  private static let idPrefix = "iCloud."

  /// The container's path or id: the flag's, else the environment's, else the configuration's, else the default.
  var container: String {
    get throws {
      if let containerFile { return try Self.checked(containerFile) }
      if let id = CloudKitVariables.value("CLOUDKIT_CONTAINER_ID") {
        // A local file nobody named is not what is meant by it.
        guard id.hasPrefix(Self.idPrefix) else {
          throw ValidationError(
            "CLOUDKIT_CONTAINER_ID is '\(id)', and a container id begins with 'iCloud.'; --container names a local file"
          )
        }
        return try Self.checked(id)
      }
      return try Self.checked(configuration.effective().container.value)
    }
  }

  /// A name that is not taken for a file's where an id was meant.
  private static func checked(_ name: String) throws -> String {
    let rest = name.dropFirst(idPrefix.count)
    if name.hasPrefix(idPrefix) {
      if rest.isEmpty { throw ValidationError("'\(name)' is no container id, such as iCloud.org.example.app") }
    } else if name.lowercased().hasPrefix(idPrefix.lowercased()), !name.contains("/"),
      !FileManager.default.fileExists(atPath: name)
    {
      throw ValidationError(
        "'\(name)' is no container id, which begins with 'iCloud.': say \(idPrefix)\(rest), or ./\(name) for a file")
    }
    return name
  }

  /// Whether nobody is to be asked.
  var yes: Bool { cloud.yes }

  /// Whether the container is CloudKit's, and not a file.
  var isCloud: Bool { get throws { try container.hasPrefix(Self.idPrefix) } }

  func validate() throws {
    if containerFile == "" { throw ValidationError("--container wants the path of a file, or iCloud.…") }
  }

  /// A container and how its catalogue is kept.
  struct Opened {
    /// What the user calls it.
    let name: String
    /// Where its records are.
    let store: any RecordStore
    /// What it enforces.
    let schema: Schema
    /// How its catalogue is kept.
    let layout: CatalogLayout

    /// What reads its feeds.
    var reader: CatalogReader { CatalogReader(store, layout: layout, schema: schema) }

    init(_ store: any RecordStore, schema: Schema, named name: String) throws {
      guard let layout = CatalogLayout(schema) else {
        throw CommandFailure(
          "the schema of \(name) has no feeds: it declares neither PublicFeed nor Feed; use schema/celestra.ckdb")
      }
      self.name = name
      self.store = store
      self.layout = layout
      self.schema = schema
    }
  }

  /// Whether there is a container of the name; CloudKit's are made elsewhere.
  var exists: Bool { get throws { try isCloud || FileManager.default.fileExists(atPath: container) } }

  /// The container as it is; it is neither made nor changed.
  func openForReading() throws -> Opened {
    try isCloud ? opened(openDatabase()) : local(LocalContainer.openForReading(try container))
  }

  /// The container to write, brought to the schema; it is made where there is none.
  func openOrMake() throws -> Opened {
    if try isCloud {
      try cloud.confirmWriting(to: container)
      return try opened(openDatabase())
    }
    return try local(LocalContainer.open(try container, schema: schema(), now: { Timestamp(Date()) }))
  }

  /// The container to write, brought to the schema; it is an error where there is none.
  func openExisting() throws -> Opened {
    // Reading never makes one, and says so.
    if try !exists { _ = try LocalContainer.openForReading(try container) }
    return try openOrMake()
  }

  /// An empty container of the schema that leaves no file.
  func openInMemory() throws -> Opened {
    try local(LocalContainer.inMemory(schema: schema(), now: { Timestamp(Date()) }))
  }

  private func local(_ store: LocalContainer) throws -> Opened {
    try Opened(store, schema: store.schema, named: try container)
  }

  /// The database of a CloudKit container, and what it is known to have.
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

  /// The schema file's schema; where none is named and the default is not there, a container that exists keeps its own.
  private func schema() throws -> Schema {
    let configured =
      try schemaFile.map { EffectiveConfiguration.Setting($0, from: .flag) } ?? configuration.effective().schema
    let path = configured.value
    if configured.source == .default, !FileManager.default.fileExists(atPath: path), try exists {
      if try isCloud {
        throw CommandFailure(
          "CloudKit cannot be asked what \(try container) has: name its schema file with --schema; '\(path)' is not there"
        )
      }
      return try LocalContainer.openForReading(try container).schema
    }
    return try SchemaDocument(valid: InputFile.read(path), to: "use the schema").schema
  }
}
