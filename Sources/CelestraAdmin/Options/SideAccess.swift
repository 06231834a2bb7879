import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import Foundation
import SQLiteStore
import SchemaReview

/// The means to open one container of a command: credentials, schema and pace.
struct SideAccess {
  /// The server and the key.
  let credentials: CloudCredentials
  /// The schema file that the user passed.
  let schemaFile: String?
  let configuration: ConfigurationOptions
  let maxRequestsPerSecond: Double?
  /// Whether to print request statistics for other servers than Apple's.
  let isVerbose: Bool

  /// Opens a container for reading. It is neither created nor changed. A file lists the records of every type.
  /// - Parameter cache: the size of a file's page cache in megabytes.
  func openForReading(_ side: ContainerSide, cache: Int = 32) throws -> OpenedSide {
    if side.isCloud { return try openDatabase(side) }
    let local = try LocalContainer.openForReading(side.container, cache: cache)
    return OpenedSide(side: side, store: local.listingAllTypes, schema: local.schema, local: local)
  }

  /// Returns the schema that a container has when it receives records.
  /// - Parameter source: the schema of a new file, unless the user passed one.
  func targetSchema(of side: ContainerSide, source: Schema) throws -> Schema {
    if side.isCloud { return try assumedSchema(of: side) }
    if let schemaFile { return try SchemaDocument(valid: InputFile.read(schemaFile), to: "use the schema").schema }
    return side.exists ? try LocalContainer.openForReading(side.container).schema : source
  }

  /// Opens a container that receives records. A missing file is created, or replaced by a container in memory for a dry
  /// run, which changes nothing.
  func openTarget(_ side: ContainerSide, schema: Schema, isDryRun: Bool) throws -> OpenedSide {
    if side.isCloud { return try openDatabase(side) }
    if isDryRun, side.exists { return try openForReading(side) }
    let local =
      isDryRun
      ? try LocalContainer.inMemory(schema: schema) { Timestamp(Date()) }
      : try LocalContainer.open(side.container, schema: schema) { Timestamp(Date()) }
    return OpenedSide(side: side, store: local.listingAllTypes, schema: local.schema, local: local)
  }

  /// Returns the address of an iCloud container; `nil` for a file.
  func address(of side: ContainerSide) throws -> ContainerAddress? {
    try side.environment.map { try credentials.address(of: side.container, $0) }
  }

  private func openDatabase(_ side: ContainerSide) throws -> OpenedSide {
    guard let address = try address(of: side) else { throw CommandFailure("'\(side.name)' is not an iCloud container") }
    let schema = try assumedSchema(of: side)
    let database = try OpenedDatabases.open(address, isVerbose: isVerbose) {
      CloudKitDatabase(
        address, key: try credentials.key(), schema: schema, maxRequestsPerSecond: requestsPerSecond)
    }
    return OpenedSide(side: side, store: database, schema: schema, address: address)
  }

  /// The maximum requests per second.
  var requestsPerSecond: Double { maxRequestsPerSecond ?? CloudKitDatabase.requestsPerSecond }

  /// Returns the schema to assume for an iCloud container: Web Services cannot report it.
  private func assumedSchema(of side: ContainerSide) throws -> Schema {
    let path = try schemaFile ?? configuration.effective().schema.value
    guard schemaFile != nil || FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(
        "cannot read the schema of \(side.name) from CloudKit, and '\(path)' does not exist; pass --schema FILE")
    }
    return try SchemaDocument(valid: InputFile.read(path), to: "use the schema").schema
  }
}

/// An open container of a command.
struct OpenedSide {
  /// The name and environment.
  let side: ContainerSide
  /// The store of its records.
  let store: any RecordStore
  /// The schema it enforces.
  let schema: Schema
  /// The file; `nil` for an iCloud container.
  var local: LocalContainer?
  /// The address of an iCloud container; `nil` for a file.
  var address: ContainerAddress?

  /// The name in messages.
  var name: String { side.name }
}
