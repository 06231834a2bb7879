import ArgumentParser
import CloudKitEmulator
import CloudKitRecords
import CloudKitSchema
import Foundation
import SQLiteStore
import SchemaReview
import SystemCalls

/// The databases the emulator serves, and their schemas.
struct EmulatorDatabaseOptions: ParsableArguments {
  @Option(
    name: .customLong("container"),
    help: ArgumentHelp(
      "Where records are kept: FILE for whatever container and environment clients name, or "
        + "iCloud.…[/environment]=FILE for one; :memory: for none. As often as needed. (default: each container and "
        + "environment in memory)", valueName: "file"))
  var containers: [String] = []

  @Option(
    name: .customLong("schema"),
    help: ArgumentHelp(
      "The schema: FILE for all, or iCloud.…[/environment]=FILE for one. (default: the configuration's, a file's own, or "
        + "\(EffectiveConfiguration.schema))", valueName: "file"))
  var schemas: [String] = []

  @OptionGroup var configuration: ConfigurationOptions

  func validate() throws {
    for text in containers + schemas { _ = try DatabaseAssignment(text) }
  }

  /// What opens a database the first time it is asked for, and the roles that any of them has. What can be wrong with
  /// the files is found now.
  func served() throws -> (opening: DatabaseOpening, roles: Set<String>) {
    let containers = try containers.map { try DatabaseAssignment($0) }
    let schemas = try schemas.map { try DatabaseAssignment($0) }
    let usual = try configuration.effective().schema
    var stores: [String: any RecordDatabase] = [:]
    for assignment in containers where assignment.file != Self.memory && stores[assignment.file] == nil {
      let schema = try Self.file(for: assignment.id, in: schemas).map(Self.schema)
      // A container that is there keeps its own schema, unless another is named.
      let own = Self.holdsSomething(assignment.file) ? try LocalContainer.openForReading(assignment.file).schema : nil
      stores[assignment.file] = try LocalContainer.open(
        assignment.file, schema: try schema ?? own ?? Self.schema(usual.value), now: { Timestamp(Date()) })
    }
    let loaded = try Dictionary(
      Set(schemas.map(\.file)).map { ($0, try Self.schema($0)) }, uniquingKeysWith: { first, _ in first })
    let needsUsual = containers.isEmpty || containers.contains { $0.file == Self.memory }
    let usualSchema = needsUsual && !schemas.contains { $0.id == nil } ? try Self.schema(usual.value) : nil
    let opened = stores
    let served = opened.values.map(\.schema) + loaded.values + (usualSchema.map { [$0] } ?? [])
    let opening: DatabaseOpening = { id throws(RecordStoreError) in
      let file = Self.file(for: id, in: containers)
      if file == nil, !containers.isEmpty { return nil }
      if let file, let store = opened[file] { return OpenedDatabase(store, file: file) }
      guard let schema = Self.file(for: id, in: schemas).flatMap({ loaded[$0] }) ?? usualSchema else { return nil }
      do {
        return OpenedDatabase(try LocalContainer.inMemory(schema: schema, now: { Timestamp(Date()) }))
      } catch {
        throw .unavailable(reason: "\(error)")
      }
    }
    return (opening, Set(served.flatMap(\.roles)))
  }

  private static let memory = ":memory:"

  private static func schema(_ file: String) throws -> Schema {
    let document = SchemaDocument(try InputFile.read(file))
    guard !document.hasErrors else {
      throw CommandFailure(
        "cannot use the schema \(file): it has mistakes; 'celestra-admin schema validate \(file)' lists them")
    }
    do {
      _ = try LocalContainer.inMemory(schema: document.schema, now: { Timestamp(Date()) })
    } catch {
      guard case .unstorableSchema(let reason) = error.cause else { throw error }
      throw CommandFailure("cannot use the schema \(file): \(reason); rename one")
    }
    return document.schema
  }

  /// Whether there is a file, and not an empty one, as `mktemp` makes them.
  private static func holdsSomething(_ file: String) -> Bool { FileStatus(file).map { $0.size > 0 } ?? false }

  /// The file for a database: its own before one for all; `nil` for the database stands for all.
  private static func file(for id: DatabaseID?, in assignments: [DatabaseAssignment]) -> String? {
    (assignments.last { $0.id != nil && $0.id == id } ?? assignments.last { $0.id == nil })?.file
  }
}

/// `FILE`, or `iCloud.…[/environment]=FILE`.
struct DatabaseAssignment {
  /// Which database; `nil` for all.
  let id: DatabaseID?
  let file: String

  /// - Throws: what is wrong with it.
  init(_ text: String) throws {
    guard text.hasPrefix("iCloud."), let equals = text.firstIndex(of: "=") else {
      guard !text.isEmpty, !text.hasPrefix("iCloud.") else {
        throw ValidationError("'\(text)' names no file: write FILE, or iCloud.…/development=FILE")
      }
      id = nil
      file = text
      return
    }
    let name = text[..<equals].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let environment = name.count > 1 ? DatabaseID.Environment(rawValue: name[1]) : .development
    guard name.count < 3, let environment, text.index(after: equals) < text.endIndex else {
      throw ValidationError("'\(text)' is not iCloud.…/development=FILE or iCloud.…/production=FILE")
    }
    id = DatabaseID(container: name[0], environment: environment)
    file = String(text[text.index(after: equals)...])
  }
}
