import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import CommandLineTool
import Foundation
import SQLiteStore
import SchemaCommands
import SchemaReview

/// Everything that opening a container takes: its name, credentials, schema, and pace.
struct ContainerAccess {
  enum Purpose {
    /// The container is neither created nor changed.
    case reading
    /// Writing to an existing container, which is migrated to the schema.
    case writing
    /// Writing to a container, which is created or migrated to the schema.
    case creating
    /// Planning for a file that does not exist. An empty container in memory replaces it.
    case planning
  }

  let container: ContainerName
  let credentials: CloudCredentials
  var schemaFile: String?
  /// The configuration file that the user passed.
  let config: String?
  let requestsPerSecond: Double
  /// Whether to print request statistics for other servers than Apple's.
  let isVerbose: Bool

  /// The address of an iCloud container; `nil` for a file.
  var address: ContainerAddress? {
    get throws { try container.environment.map { try credentials.address(of: container.location, $0) } }
  }

  /// - Parameter schema: The schema of a file that is written; `nil` for the one from the options.
  /// - Throws: `CommandFailure` or `LocalContainerError` if the container cannot be opened for the purpose.
  func open(for purpose: Purpose, schema: Schema? = nil) throws -> ContainerHandle {
    if let address = try address {
      let schema = try self.schema()
      let database = try OpenedDatabases.open(address, isVerbose: isVerbose) {
        CloudKitDatabase(
          address, key: try credentials.key(), schema: schema, maxRequestsPerSecond: requestsPerSecond)
      }
      return ContainerHandle(container: container, store: database, schema: schema, database: database)
    }
    let local = try file(for: purpose, schema)
    return ContainerHandle(
      container: container, store: local, schema: local.schema, local: local, isInMemory: purpose == .planning)
  }

  private func file(for purpose: Purpose, _ schema: Schema?) throws -> LocalContainer {
    let path = container.location
    switch purpose {
    case .reading:
      let local = try LocalContainer.openForReading(path)
      return try Backup.isBackup(local) ? local.listingAllTypes : local
    case .planning: return try LocalContainer.inMemory(schema: schema ?? schemaToCreate()) { Timestamp(Date()) }
    case .writing, .creating:
      // Throws the error for a missing container.
      if purpose == .writing, !container.exists { _ = try LocalContainer.openForReading(path) }
      return try LocalContainer.open(path, schema: schema ?? schemaToCreate()) { Timestamp(Date()) }
    }
  }

  private func schemaToCreate() throws -> Schema {
    let configured = try EffectiveConfiguration(valid: config).schema
    let isNew = schemaFile == nil && configured.source == .default && !container.exists
    return isNew ? try NewCatalog.schema(in: configured) : try schema()
  }

  /// Returns the schema from the options or the configuration. A file keeps its own if the user passed none, and the
  /// configured one would lose any of its fields or is missing. Web Services cannot report a schema, so that of an
  /// iCloud container is assumed.
  func schema() throws -> Schema {
    let configured =
      try schemaFile.map { EffectiveConfiguration.Setting($0, from: .flag) }
      ?? EffectiveConfiguration(valid: config).schema
    let path = configured.value
    if configured.source == .default, !FileManager.default.fileExists(atPath: path), container.exists {
      if container.isCloud {
        throw CommandFailure(
          "cannot read the schema of \(container.location) from CloudKit, and '\(path)' does not exist; pass --schema FILE",
          .noFile)
      }
      return try LocalContainer.openForReading(container.location).schema
    }
    let schema = try SchemaDocument(valid: InputFile.read(path), to: "use the schema").schema
    guard configured.source != .flag, !container.isCloud, container.exists,
      let own = try? LocalContainer.openForReading(container.location).schema
    else { return schema }
    // Such as a container of the other layout.
    return schema.keepsAll(of: own) ? schema : own
  }

  /// The schema of an existing file, unless the user passed one; otherwise `nil`.
  var keptSchema: Schema? {
    get throws {
      guard schemaFile == nil, !container.isCloud, container.exists else { return nil }
      return try LocalContainer.openForReading(container.location).schema
    }
  }
}
