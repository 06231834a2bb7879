import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics
import Foundation
import SchemaCommands
import SchemaReview
import SystemCalls

struct LiveContainer {
  /// The maximum time until an accepted change is visible.
  private static let visibility = Duration.seconds(120)

  let id: String
  let client: LiveSchemaClient

  var via: String { client.name }

  /// The name of an environment in messages, such as `production of iCloud.org.example`.
  func name(of environment: ContainerEnvironment) -> String { "\(environment.rawValue) of \(id)" }

  /// Exports and reads the schema of an environment.
  /// - Throws: `CommandFailure` with the mistakes if the export cannot be read.
  func schema(of environment: ContainerEnvironment) async throws -> SchemaDocument {
    let document = SchemaDocument(
      SourceText(name: name(of: environment), bytes: try await client.export(environment)))
    guard !document.hasErrors else {
      throw CommandFailure("cannot read the export of \(name(of: environment)):\n\(document.frames)")
    }
    // Exports of iCloud containers declare at least Users (seen).
    guard !document.schema.recordTypes.isEmpty else {
      throw CommandFailure("the export of \(name(of: environment)) is not complete: it declares no record type")
    }
    return document
  }

  /// Throws if a schema changed since it was compared.
  /// - Parameter consequence: What was not done, such as `nothing was imported`.
  func requireUnchanged(
    _ compared: SchemaDocument, in environment: ContainerEnvironment, _ consequence: String
  ) async throws {
    guard try await compared.matchesExactly(schema(of: environment)) else {
      throw CommandFailure(
        "\(name(of: environment)) changed since it was compared; \(consequence): run the command again")
    }
  }

  /// Locks the container among the runs on this machine, so that two runs do not change it at once.
  func lock() throws -> FileLock {
    try HistoryOptions.createStateFolder()
    let path = HistoryOptions.stateFolder.appendingPathComponent("\(id).schema.lock").path
    let lock: FileLock?
    do { lock = try FileLock(path) } catch { throw CommandFailure("cannot create the lock \(path): \(error)") }
    guard let lock else {
      throw CommandFailure("another run is changing the schema of \(id); wait until it has ended")
    }
    return lock
  }

  /// Changes development and waits until exports show it.
  /// - Parameters:
  ///   - what: The change in messages, such as `the import`.
  ///   - expected: The schema after the change.
  func change(
    _ what: String, to expected: SchemaDocument, _ write: () async throws(LiveSchemaError) -> Void
  ) async throws {
    try await write()
    let polling = ExportPolling { () async throws(LiveSchemaError) in try await client.export(.development) }
    let isVisible: Bool
    do {
      isVisible = try await polling.wait(atMost: Self.visibility) { expected.matches($0) }
    } catch {
      throw CommandFailure("\(error); \(what) was sent: 'schema status' shows whether it took effect")
    }
    guard !isVisible else { return }
    throw CommandFailure(
      "\(what) was accepted but is not yet visible in \(name(of: .development)) after "
        + "\(Self.visibility.components.seconds) seconds; 'schema status' shows when it is")
  }
}

extension LiveContainer {
  init(_ options: LiveSchemaOptions) async throws {
    self.init(id: try options.container, client: try await options.client())
  }
}

extension SchemaDocument {
  /// Whether a schema has the same meaning. CloudKit's own record types may be missing on either side.
  func matches(_ export: [UInt8]) -> Bool {
    let live = SchemaDocument(SourceText(name: "the export", bytes: export))
    return !live.hasErrors && matches(live)
  }

  /// Whether a schema has the same declarations, including CloudKit's own record types.
  func matchesExactly(_ live: SchemaDocument) -> Bool {
    SchemaDiff(from: schema, to: live.schema).changes.isEmpty
  }

  /// Whether a schema has the same meaning. CloudKit's own record types may be missing on either side.
  func matches(_ live: SchemaDocument) -> Bool {
    SchemaDiff(deploying: schema, over: live.schema).changes.isEmpty
  }
}
