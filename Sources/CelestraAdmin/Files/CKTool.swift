import CloudKitWebServices
import Diagnostics
import Foundation

/// Apple's `cktool`, which alone is documented to read and write a container's schema.
///
/// Source: cktool(1). Its token comes from its own store or `CLOUDKIT_MANAGEMENT_TOKEN`; it is never an argument here.
struct CKTool {
  private let xcrun: ChildProgram
  private let teamID: String
  private let containerID: String

  /// The tool for a team's container.
  /// - Throws: where it is not on this machine.
  init(teamID: String, containerID: String) throws {
    guard let xcrun = ChildProgram(named: "xcrun") else {
      throw CommandFailure(
        "cannot reach \(containerID): it needs xcrun, which is on macOS with Xcode; elsewhere, export the schema in "
          + "CloudKit Console and use schema diff")
    }
    self.xcrun = xcrun
    self.teamID = teamID
    self.containerID = containerID
  }

  /// The schema of an environment, as text.
  func export(from environment: ContainerAddress.Environment) throws -> [UInt8] {
    try Self.withFile(holding: []) { file in
      try run("export-schema", environment, "--output-file", file)
      guard let data = FileManager.default.contents(atPath: file), !data.isEmpty else {
        throw CommandFailure("cktool export-schema wrote no schema of \(containerID)")
      }
      return Array(data)
    }
  }

  /// Has the development environment validate a schema, then take it: production takes none (cktool's answer there:
  /// "endpoint not applicable in the environment 'production'").
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
    let said = [String(decoding: ended.output, as: UTF8.self), ended.errors].joined(separator: "\n")
      .split(separator: "\n").prefix(20).map { "\n  cktool: \(DisplayText.line(Self.redacted(String($0))))" }.joined()
    throw CommandFailure("cktool \(verb) of \(containerID) failed with \(ended.status)\(said)")
  }

  /// A text without what must not be seen.
  private static func redacted(_ text: String) -> String {
    ProcessInfo.processInfo.environment.reduce(text) { text, variable in
      let isSecret = variable.key.hasPrefix("CLOUDKIT_") && variable.key.hasSuffix("_TOKEN") && variable.value.count > 3
      return isSecret ? text.replacingOccurrences(of: variable.value, with: "…") : text
    }
  }

  /// Gives a temporary file to what needs a path; the file is the user's alone.
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
