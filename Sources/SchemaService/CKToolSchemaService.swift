package import CloudKitWebServices
package import CloudKitWire
import Diagnostics
import Foundation

/// The result of a finished program.
package struct ProgramResult: Sendable {
  /// The exit code.
  package let status: Int32
  /// The bytes on standard output.
  package let output: [UInt8]
  /// The text on standard error.
  package let errors: String

  /// Creates a result.
  package init(status: Int32, output: [UInt8], errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// A function that runs a program with arguments and a time limit in seconds; returns `nil` if it does not exist.
package typealias ProgramRunner = @Sendable ([String], Double) async throws -> ProgramResult?

/// Apple's `cktool`, the documented way to read and write the schema of an iCloud container.
///
/// Source: cktool(1). The token comes from the tool's own store or `CLOUDKIT_MANAGEMENT_TOKEN`, never from an argument.
package struct CKToolSchemaService: SchemaService {
  package let transport = SchemaTransport.cktool
  private let teamID, containerID: String
  private let timeLimit: Double
  private let secrets: [String]
  private let run: ProgramRunner

  /// Creates the service.
  /// - Parameters:
  ///   - timeLimit: The maximum duration of a run in seconds.
  ///   - secrets: Texts that no message may contain.
  ///   - run: Runs `xcrun`.
  package init(
    teamID: String, containerID: String, timeLimit: Double, secrets: [String], run: @escaping ProgramRunner
  ) {
    self.teamID = teamID
    self.containerID = containerID
    self.timeLimit = timeLimit
    self.secrets = secrets.filter { $0.utf8.count > 3 }
    self.run = run
  }

  package func refusal(of operation: ManagementRoute.Operation) -> SchemaServiceError? {
    switch operation {
    case .teams, .export, .validate, .import, .reset: nil
    case .containers: SchemaServiceError(.unsupported, "cktool cannot list containers; pass --via http")
    case .deploy: SchemaServiceError(.unsupported, "cktool cannot deploy; deploy in CloudKit Console")
    case .recordTypes, .diff: SchemaServiceError(.unsupported, "cktool has no command for \(operation.rawValue)")
    }
  }

  package func teams() async throws(SchemaServiceError) -> [ManagementTeam] {
    // Each line is `TEAMID: Name` (seen).
    let output = String(decoding: try await call("get-teams", []), as: UTF8.self)
    return output.split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      return parts.count == 2 ? ManagementTeam(id: parts[0], name: parts[1]) : nil
    }
  }

  package func containers(
    matching query: String?, includingHidden: Bool
  ) async throws(SchemaServiceError) -> [ManagementContainer] {
    throw refusal(of: .containers) ?? SchemaServiceError(.unsupported, "cktool cannot list containers")
  }

  package func export(_ environment: ContainerAddress.Environment) async throws(SchemaServiceError) -> [UInt8] {
    try await withFile(holding: []) { file async throws(SchemaServiceError) -> [UInt8] in
      try await call("export-schema", target + ["--environment", environment.rawValue, "--output-file", file])
      guard let data = FileManager.default.contents(atPath: file), !data.isEmpty else {
        throw SchemaServiceError(.refused, "cktool export-schema wrote no schema for \(containerID)")
      }
      return Array(data)
    }
  }

  package func validate(_ schema: [UInt8]) async throws(SchemaServiceError) {
    try await withFile(holding: schema) { file async throws(SchemaServiceError) -> Void in
      try await write("validate-schema", development + ["--file", file], ifStopped: "nothing was imported")
    }
  }

  /// Imports a schema. cktool rejects imports to production: "endpoint not applicable in the environment 'production'".
  package func importToDevelopment(_ schema: [UInt8]) async throws(SchemaServiceError) {
    try await withFile(holding: schema) { file async throws(SchemaServiceError) -> Void in
      try await write(
        "import-schema", development + ["--file", file],
        ifStopped: "the schema may have been imported: 'schema pull' shows the current schema")
    }
  }

  /// Resets development. The command has no option for an environment (reported from live use).
  package func resetDevelopment() async throws(SchemaServiceError) {
    try await write("reset-schema", target, ifStopped: "the schema may have been reset: 'schema status' shows it")
  }

  package func deploy() async throws(SchemaServiceError) {
    throw refusal(of: .deploy) ?? SchemaServiceError(.unsupported, "cktool cannot deploy")
  }

  private var target: [String] { ["--team-id", teamID, "--container-id", containerID] }
  private var development: [String] { target + ["--environment", "development"] }

  private func write(
    _ verb: String, _ arguments: [String], ifStopped consequence: String
  ) async throws(SchemaServiceError) {
    do { try await call(verb, arguments) } catch {
      guard error.kind == .stopped else { throw error }
      throw SchemaServiceError(.stopped, "\(error); \(consequence)", mayHaveBeenDone: verb != "validate-schema")
    }
  }

  @discardableResult
  private func call(_ verb: String, _ arguments: [String]) async throws(SchemaServiceError) -> [UInt8] {
    let ended: ProgramResult?
    do { ended = try await run(["cktool", verb] + arguments, timeLimit) } catch {
      throw SchemaServiceError(.stopped, redacted("\(error)"))
    }
    guard let ended else {
      throw SchemaServiceError(
        .unsupported,
        "cannot run cktool: requires xcrun from Xcode on macOS; pass --via http, or export the schema in CloudKit "
          + "Console and use 'schema diff'")
    }
    guard ended.status != 0 else { return ended.output }
    let messages = [String(decoding: ended.output, as: UTF8.self), ended.errors].joined(separator: "\n")
      .split(separator: "\n").prefix(20).map { redacted(String($0)) }
    let lines = messages.map { "\n  cktool: \(DisplayText.line($0))" }.joined()
    let operation: ManagementRoute.Operation = verb == "get-teams" ? .teams : .export
    let isUnauthorized = messages.contains { $0.contains("authorization-failed") }
    throw SchemaServiceError(
      isUnauthorized ? .unauthorized : .refused,
      "cktool \(verb)\(arguments.isEmpty ? "" : " for \(containerID)") failed with exit code \(ended.status)\(lines)"
        + (isUnauthorized ? "\n  \(operation.unauthorizedAdvice)" : ""))
  }

  private func redacted(_ text: String) -> String {
    secrets.reduce(text) { $0.replacing($1, with: "…") }
  }

  /// Calls `body` with the path of a temporary file that only the current user can read.
  private func withFile<Result>(
    holding bytes: [UInt8], _ body: (String) async throws(SchemaServiceError) -> Result
  ) async throws(SchemaServiceError) -> Result {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("celestra-admin-\(UUID().uuidString)")
    let file = folder.appendingPathComponent("schema.ckdb")
    defer { try? files.removeItem(at: folder) }
    do {
      try files.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      if !bytes.isEmpty { try Data(bytes).write(to: file) }
    } catch {
      throw SchemaServiceError(
        .unavailable, "cannot write a temporary file in \(files.temporaryDirectory.path); check its permissions")
    }
    return try await body(file.path)
  }
}
