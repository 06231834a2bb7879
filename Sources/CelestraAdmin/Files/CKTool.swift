import CloudKitWebServices
import Diagnostics
import Foundation

/// Apple's `cktool`, the only documented way to read and write the schema of an iCloud container.
///
/// Source: cktool(1). The token comes from the tool's own store or `CLOUDKIT_MANAGEMENT_TOKEN`, never from an argument.
struct CKTool {
  let teamID, containerID: String
  /// The maximum duration of a run in seconds.
  let timeLimit: Double

  /// Exports the schema of an environment as text.
  func export(from environment: ContainerAddress.Environment) async throws -> [UInt8] {
    try await Self.withFile(holding: []) { file in
      try await run("export-schema", environment, "--output-file", file)
      guard let data = FileManager.default.contents(atPath: file), !data.isEmpty else {
        throw CommandFailure("cktool export-schema wrote no schema for \(containerID)")
      }
      return Array(data)
    }
  }

  /// Validates a schema in the development environment, then imports it.
  ///
  /// cktool rejects imports to production: "endpoint not applicable in the environment 'production'".
  func importToDevelopment(_ schema: [UInt8]) async throws {
    try await Self.withFile(holding: schema) { file in
      do { try await run("validate-schema", .development, "--file", file) } catch let error as ChildProgram.Stopped {
        throw CommandFailure("\(error); nothing was imported")
      }
      do { try await run("import-schema", .development, "--file", file) } catch let error as ChildProgram.Stopped {
        throw CommandFailure("\(error); the schema may have been imported: 'schema pull' shows the current schema")
      }
    }
  }

  private func run(_ verb: String, _ environment: ContainerAddress.Environment, _ arguments: String...) async throws {
    let common = ["--team-id", teamID, "--container-id", containerID, "--environment", environment.rawValue]
    guard let ended = try await ChildProgram.run("xcrun", ["cktool", verb] + common + arguments, limit: timeLimit)
    else {
      throw CommandFailure(
        "cannot connect to \(containerID): requires xcrun from Xcode on macOS; elsewhere, export the schema in "
          + "CloudKit Console and use 'schema diff'")
    }
    guard ended.status != 0 else { return }
    let messages = [String(decoding: ended.output, as: UTF8.self), ended.errors].joined(separator: "\n")
      .split(separator: "\n").prefix(20).map { "\n  cktool: \(DisplayText.line(Self.redacted(String($0))))" }.joined()
    throw CommandFailure("cktool \(verb) for \(containerID) failed with exit code \(ended.status)\(messages)")
  }

  /// Returns a text without the values of token variables.
  private static func redacted(_ text: String) -> String {
    ProcessInfo.processInfo.environment.reduce(text) { text, variable in
      let isSecret = variable.key.hasPrefix("CLOUDKIT_") && variable.key.hasSuffix("_TOKEN") && variable.value.count > 3
      return isSecret ? text.replacingOccurrences(of: variable.value, with: "…") : text
    }
  }

  /// Calls `body` with the path of a temporary file that only the current user can read.
  private static func withFile<Result>(
    holding bytes: [UInt8], _ body: (String) async throws -> Result
  ) async throws -> Result {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("celestra-admin-\(UUID().uuidString)")
    try files.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? files.removeItem(at: folder) }
    let file = folder.appendingPathComponent("schema.ckdb")
    if !bytes.isEmpty { try Data(bytes).write(to: file) }
    return try await body(file.path)
  }
}
