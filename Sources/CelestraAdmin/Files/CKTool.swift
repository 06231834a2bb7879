import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics
import Foundation

/// Apple's `cktool`, the documented way to read and change the schema of an iCloud container.
///
/// Source: cktool(1). The token comes from the tool's own store or `CLOUDKIT_MANAGEMENT_TOKEN`, never from an argument.
struct CKTool {
  let teamID, containerID: String
  /// The maximum duration of a run in seconds.
  let timeLimit: Double

  static func isInstalled() async throws -> Bool {
    try await ChildProgram.run("xcrun", ["--find", "cktool"])?.status == 0
  }

  func teams() async throws(LiveSchemaError) -> [ManagementTeam] {
    // Each line is `TEAMID: Name` (seen).
    let output = String(decoding: try await call("get-teams", [], LiveSchemaError.tokenAdvice), as: UTF8.self)
    return output.split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      return parts.count == 2 ? ManagementTeam(id: parts[0], name: parts[1]) : nil
    }
  }

  func export(_ environment: ContainerEnvironment) async throws(LiveSchemaError) -> [UInt8] {
    try await withFile(holding: []) { file async throws(LiveSchemaError) -> [UInt8] in
      try await call("export-schema", target + ["--environment", environment.rawValue, "--output-file", file])
      guard let data = FileManager.default.contents(atPath: file), !data.isEmpty else {
        throw LiveSchemaError(.refused, "cktool export-schema wrote no schema for \(containerID)")
      }
      return Array(data)
    }
  }

  /// Validates a schema for development and replaces development's with it. cktool refuses both for production:
  /// "endpoint not applicable in the environment 'production'".
  func `import`(_ schema: [UInt8]) async throws(LiveSchemaError) {
    try await withFile(holding: schema) { file async throws(LiveSchemaError) -> Void in
      let arguments = target + ["--environment", "development", "--file", file]
      try await write("validate-schema", arguments, ifStopped: "nothing was imported")
      try await write(
        "import-schema", arguments,
        ifStopped: "the schema may have been imported: 'schema pull' shows the current schema")
    }
  }

  /// Resets development to the schema of production. The command has no option for an environment (reported from live
  /// use).
  func resetDevelopment() async throws(LiveSchemaError) {
    try await write("reset-schema", target, ifStopped: "the schema may have been reset: 'schema status' shows it")
  }

  private var target: [String] { ["--team-id", teamID, "--container-id", containerID] }

  private func write(
    _ verb: String, _ arguments: [String], ifStopped consequence: String
  ) async throws(LiveSchemaError) {
    do { try await call(verb, arguments) } catch {
      guard error.kind == .stopped else { throw error }
      throw LiveSchemaError(.stopped, "\(error); \(consequence)")
    }
  }

  @discardableResult
  private func call(
    _ verb: String, _ arguments: [String], _ advice: String = LiveSchemaError.accessAdvice
  ) async throws(LiveSchemaError) -> [UInt8] {
    let ended: ChildProgram.Ended?
    do { ended = try await ChildProgram.run("xcrun", ["cktool", verb] + arguments, limit: timeLimit) } catch {
      throw LiveSchemaError(.stopped, Secrets.redacted("\(error)"))
    }
    guard let ended else {
      throw LiveSchemaError(
        .unsupported,
        "cannot run cktool: requires xcrun from Xcode on macOS; pass --via http to read, or export the schema in CloudKit "
          + "Console and use 'schema diff'")
    }
    guard ended.status != 0 else { return ended.output }
    let messages = [String(decoding: ended.output, as: UTF8.self), ended.errors].joined(separator: "\n")
      .split(separator: "\n").prefix(20).map { Secrets.redacted(String($0)) }
    let lines = messages.map { "\n  cktool: \(DisplayText.line($0))" }.joined()
    // cktool has no other sign of it.
    let isUnauthorized = messages.contains { $0.contains("authorization-failed") }
    throw LiveSchemaError(
      isUnauthorized ? .unauthorized : .refused,
      "cktool \(verb)\(arguments.isEmpty ? "" : " for \(containerID)") failed with exit code \(ended.status)\(lines)"
        + (isUnauthorized ? "\n  \(advice)" : ""))
  }

  /// Calls `body` with the path of a temporary file that only the current user can read.
  private func withFile<Result>(
    holding bytes: [UInt8], _ body: (String) async throws(LiveSchemaError) -> Result
  ) async throws(LiveSchemaError) -> Result {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("celestra-admin-\(UUID().uuidString)")
    let file = folder.appendingPathComponent("schema.ckdb")
    defer { try? files.removeItem(at: folder) }
    do {
      try files.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      if !bytes.isEmpty { try Data(bytes).write(to: file) }
    } catch {
      throw LiveSchemaError(
        .unavailable, "cannot write a temporary file in \(files.temporaryDirectory.path); check its permissions")
    }
    return try await body(file.path)
  }
}
