import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import Diagnostics
import Foundation
import SchemaReview
import SchemaService
import SystemCalls

/// A container with its schema service.
struct LiveContainer {
  let id: String
  let service: any SchemaService

  /// Connects to the container of the options.
  init(_ options: LiveSchemaOptions) async throws {
    id = try options.container
    service = try await options.service()
  }

  /// Creates a container with a service.
  init(id: String, service: any SchemaService) {
    self.id = id
    self.service = service
  }

  /// The transport in reports.
  var via: String { service.transport.rawValue }

  /// The name of an environment in messages, such as `production of iCloud.org.example`.
  func name(of environment: ContainerAddress.Environment) -> String { "\(environment.rawValue) of \(id)" }

  /// Exports and reads the schema of an environment.
  /// - Throws: `CommandFailure` with the mistakes if the export cannot be read.
  func schema(of environment: ContainerAddress.Environment) async throws -> SchemaDocument {
    let document = SchemaDocument(
      SourceText(name: name(of: environment), bytes: try await service.export(environment)))
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
    _ compared: SchemaDocument, in environment: ContainerAddress.Environment, _ consequence: String
  ) async throws {
    guard try await compared.matchesExactly(schema(of: environment)) else {
      throw CommandFailure(
        "\(name(of: environment)) changed since it was compared; \(consequence): run the command again")
    }
  }

  /// Throws if the transport cannot do an operation.
  func require(_ operation: ManagementRoute.Operation) throws {
    if let refusal = service.refusal(of: operation) { throw refusal }
  }

  /// Locks the container among the runs on this machine, so that two runs do not change it at once, and throws if a
  /// change that an earlier run sent may still take effect.
  func lock() throws -> FileLock {
    try HistoryOptions.createStateFolder()
    let path = HistoryOptions.stateFolder.appendingPathComponent("\(id).schema.lock").path
    let lock: FileLock?
    do { lock = try FileLock(path) } catch { throw CommandFailure("cannot create the lock \(path): \(error)") }
    guard let lock else {
      throw CommandFailure("another run is changing the schema of \(id); wait until it has ended")
    }
    try SentChange(of: id).requireSettled()
    return lock
  }
}

extension SchemaDocument {
  /// The findings as code frames, without a final newline.
  var frames: String {
    var findings = Findings()
    findings.add(diagnostics, in: file.source)
    return String(findings.text(.plain).dropLast())
  }

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

/// A write to a live schema that is sent once, and then looked for in exports.
struct LiveSchemaChange {
  /// The maximum time until an accepted change is visible.
  static let visibility = Duration.seconds(120)

  let container: LiveContainer
  let environment: ContainerAddress.Environment
  /// The schema after the change.
  let expected: SchemaDocument
  /// Whether exports can show the change. A reset of equal schemas only deletes records.
  var isVisibleInExports = true

  /// Sends the write and waits until exports show the change. After a write without an answer, exports show
  /// whether it took effect.
  /// - Parameter what: The change in messages, such as `the import`.
  func send(_ what: String, _ write: () async throws(SchemaServiceError) -> Void) async throws {
    var failure: SchemaServiceError?
    let sent = SentChange(of: container.id)
    try sent.record(what)
    do { try await write() } catch {
      if !error.mayHaveBeenDone { sent.clear() }
      guard error.mayHaveBeenDone, error.kind != .stopped else { throw error }
      guard isVisibleInExports else {
        throw CommandFailure("\(error); nothing was sent twice, and no export shows whether \(what) took effect")
      }
      failure = error
    }
    let isVisible: Bool
    do {
      isVisible = try await ExportPolling(container.service, environment)
        .wait(atMost: failure == nil ? Self.visibility : .seconds(8)) { expected.matches($0) }
    } catch {
      throw CommandFailure("\(error); \(what) was sent: 'schema status' shows whether it took effect")
    }
    if isVisible || failure != nil { sent.clear() }
    if isVisible {
      if let failure { Terminal.standardError.write("note: \(failure); the export shows \(what)\n") }
      return
    }
    let name = container.name(of: environment)
    if let failure {
      throw CommandFailure("\(failure); \(name) does not show \(what), and nothing was sent twice: run it again")
    }
    throw CommandFailure(
      "\(what) was accepted but is not yet visible in \(name) after \(Self.visibility.components.seconds) seconds; "
        + "'schema status' shows when it is")
  }
}
