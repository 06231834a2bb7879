import CloudKitEmulator
import CloudKitRecords
import CloudKitSchema
import Foundation
import SQLiteStore
import SchemaReview

/// The databases of an emulator: those in files are open, others are created in memory when a client asks for them.
struct ServedDatabases: Sendable {
  private static let memory = ":memory:"

  private let containers, schemas: [DatabaseAssignment]
  private var stores: [String: LocalContainer] = [:]
  private var loaded: [String: Schema] = [:]
  private var usual: Schema?

  /// Opens the files and reads the schemas.
  /// - Parameter usualSchema: the schema file of databases without one of their own.
  init(containers: [DatabaseAssignment], schemas: [DatabaseAssignment], usualSchema: String) throws {
    self.containers = containers
    self.schemas = schemas
    for file in Set(schemas.map(\.file)) { loaded[file] = try Self.schema(file) }
    for assignment in containers where assignment.file != Self.memory && stores[assignment.file] == nil {
      let file = assignment.file
      // An existing container keeps its own schema, unless another is named.
      let own = Self.holdsSomething(file) ? try LocalContainer.openForReading(file).schema : nil
      let schema =
        try Self.file(for: assignment.id, in: schemas).flatMap { loaded[$0] } ?? own ?? Self.schema(usualSchema)
      stores[file] = try LocalContainer.open(file, schema: schema, now: { Timestamp(Date()) })
    }
    let needsUsual = containers.isEmpty || containers.contains { $0.file == Self.memory }
    if needsUsual, !schemas.contains(where: { $0.id == nil }) { usual = try Self.schema(usualSchema) }
  }

  /// The roles of all schemas.
  var roles: Set<String> {
    Set((stores.values.map(\.schema) + loaded.values + (usual.map { [$0] } ?? [])).flatMap(\.roles))
  }

  /// The database of a container and environment; `nil` where none is served.
  func open(_ id: DatabaseID) throws(RecordStoreError) -> OpenedDatabase? {
    let file = Self.file(for: id, in: containers)
    if file == nil, !containers.isEmpty { return nil }
    if let file, let store = stores[file] { return OpenedDatabase(store, file: file) }
    guard let schema = Self.file(for: id, in: schemas).flatMap({ loaded[$0] }) ?? usual else { return nil }
    do {
      return OpenedDatabase(try LocalContainer.inMemory(schema: schema, now: { Timestamp(Date()) }))
    } catch {
      throw .unavailable(reason: "\(error)")
    }
  }

  private static func schema(_ file: String) throws -> Schema {
    let schema = try SchemaDocument(valid: InputFile.read(file), to: "use the schema").schema
    do {
      _ = try LocalContainer.inMemory(schema: schema, now: { Timestamp(Date()) })
    } catch {
      guard case .unstorableSchema(let reason) = error.cause else { throw error }
      throw CommandFailure("cannot use the schema \(file): \(reason); rename one")
    }
    return schema
  }

  /// Whether there is a file, and not an empty one, as `mktemp` creates.
  private static func holdsSomething(_ file: String) -> Bool {
    let path = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
    return (size?.intValue ?? 0) > 0
  }

  /// The file for a database: its own before one for all; `nil` for the database stands for all.
  private static func file(for id: DatabaseID?, in assignments: [DatabaseAssignment]) -> String? {
    (assignments.last { $0.id != nil && $0.id == id } ?? assignments.last { $0.id == nil })?.file
  }
}
