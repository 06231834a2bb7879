import AssetFiles
import CloudKitEmulator
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Foundation
import SQLiteStore
import SystemCalls

/// The databases of an emulator. Databases in files are open; others are created in memory on request.
struct ServedDatabases: Sendable {
  private static let memory = ":memory:"

  private let containers, schemas: [DatabaseAssignment]
  private var stores: [String: LocalContainer] = [:]
  private var loaded: [String: Schema] = [:]
  private var defaultSchema: Schema?

  /// Opens the files and reads the schemas.
  /// - Parameter defaultSchema: The schema file for databases without an assigned schema.
  init(
    containers: [DatabaseAssignment], schemas: [DatabaseAssignment], defaultSchema: EffectiveConfiguration.Setting
  ) throws {
    self.containers = containers
    self.schemas = schemas
    for file in Set(schemas.map(\.file)) { loaded[file] = try Self.schema(.init(file, from: .flag)) }
    for assignment in containers where assignment.file != Self.memory && stores[assignment.file] == nil {
      let file = assignment.file
      // An existing container keeps its schema unless another is assigned.
      let own = Self.isNonEmpty(file) ? try LocalContainer.openForReading(file).schema : nil
      let schema =
        try Self.file(for: assignment.id, in: schemas).flatMap { loaded[$0] } ?? own ?? Self.schema(defaultSchema)
      stores[file] = try LocalContainer.open(file, schema: schema, now: { Timestamp(Date()) })
    }
    let needsDefault = containers.isEmpty || containers.contains { $0.file == Self.memory }
    if needsDefault, !schemas.contains(where: { $0.id == nil }) { self.defaultSchema = try Self.schema(defaultSchema) }
  }

  /// The roles of all schemas.
  var roles: Set<String> {
    Set((stores.values.map(\.schema) + loaded.values + (defaultSchema.map { [$0] } ?? [])).flatMap(\.roles))
  }

  /// Opens the database of a container and environment; `nil` if it is not served.
  func open(_ id: DatabaseID) throws(RecordStoreError) -> OpenedDatabase? {
    let file = Self.file(for: id, in: containers)
    if file == nil, !containers.isEmpty { return nil }
    if let file, let store = stores[file] {
      return OpenedDatabase(store, file: file, assets: AssetFolder(besideContainer: file))
    }
    guard let schema = Self.file(for: id, in: schemas).flatMap({ loaded[$0] }) ?? defaultSchema else { return nil }
    do {
      return OpenedDatabase(try LocalContainer.inMemory(schema: schema, now: { Timestamp(Date()) }))
    } catch {
      throw .unavailable(reason: "\(error)")
    }
  }

  /// Returns the schema of a file, which a container can have.
  private static func schema(_ file: EffectiveConfiguration.Setting) throws -> Schema {
    let schema = try NewCatalog.schema(in: file)
    do {
      _ = try LocalContainer.inMemory(schema: schema, now: { Timestamp(Date()) })
    } catch {
      guard case .unstorableSchema(let reason) = error.cause else { throw error }
      throw CommandFailure("cannot use the schema \(file.value): \(reason); rename one")
    }
    return schema
  }

  /// Whether a file exists and is not empty. `mktemp` creates empty files.
  private static func isNonEmpty(_ file: String) -> Bool { FileStatus(file).map { $0.size > 0 } ?? false }

  /// Returns the file for a database: the one for this database, else the one for all. A `nil` id means all databases.
  private static func file(for id: DatabaseID?, in assignments: [DatabaseAssignment]) -> String? {
    (assignments.last { $0.id != nil && $0.id == id } ?? assignments.last { $0.id == nil })?.file
  }
}
