import CloudKitWebServices
import Foundation

/// Apple's `cktool`, the only documented way to read and write the schema of an iCloud container.
///
/// Source: cktool(1). The token comes from the tool's own store or `CLOUDKIT_MANAGEMENT_TOKEN`, never from an argument.
struct CKTool {
  private let xcrun: ChildProgram
  private let teamID: String
  private let containerID: String

  /// Creates the tool for the container of a team.
  /// - Throws: `CommandFailure` if `xcrun` is not installed.
  init(teamID: String, containerID: String) throws {
    guard let xcrun = ChildProgram(named: "xcrun") else {
      throw CommandFailure(
        "cannot connect to \(containerID): requires xcrun from Xcode on macOS; elsewhere, export the schema in "
          + "CloudKit Console and use 'schema diff'")
    }
    self.xcrun = xcrun
    self.teamID = teamID
    self.containerID = containerID
  }

  /// Exports the schema of an environment as text.
  func export(from environment: ContainerAddress.Environment) throws -> [UInt8] {
    try Self.withFile(holding: []) { file in
      try run("export-schema", environment, "--output-file", file)
      guard let data = FileManager.default.contents(atPath: file), !data.isEmpty else {
        throw CommandFailure("cktool export-schema wrote no schema for \(containerID)")
      }
      return Array(data)
    }
  }

  /// Validates a schema in the development environment, then imports it.
  ///
  /// cktool rejects imports to production: "endpoint not applicable in the environment 'production'".
  func importToDevelopment(_ schema: [UInt8]) throws {
    try Self.withFile(holding: schema) { file in
      try run("validate-schema", .development, "--file", file)
      try run("import-schema", .development, "--file", file)
    }
  }

  private func run(_ verb: String, _ environment: ContainerAddress.Environment, _ arguments: String...) throws {
    let ended = try xcrun.run(
      [
        "cktool", verb, "--team-id", teamID, "--container-id", containerID, "--environment", environment.rawValue,
      ] + arguments)
    guard ended.status != 0 else { return }
    let messages = [String(decoding: ended.output, as: UTF8.self), ended.errors].joined(separator: "\n")
      .split(separator: "\n").prefix(20).map { "\n  cktool: \(OneLine.text(Self.redacted(String($0))))" }.joined()
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
  private static func withFile<Result>(holding bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("celestra-admin-\(UUID().uuidString)")
    try files.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? files.removeItem(at: folder) }
    let file = folder.appendingPathComponent("schema.ckdb")
    if !bytes.isEmpty { try Data(bytes).write(to: file) }
    return try body(file.path)
  }
}
