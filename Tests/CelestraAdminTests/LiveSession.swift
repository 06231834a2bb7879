import Foundation
import TestEnvironment
import Testing

/// A session whose schema commands reach a live container: an emulator, or a stand-in for `xcrun`.
final class LiveSession {
  enum Way: String, CaseIterable, Sendable {
    case cktool, http
  }

  /// A schema as an export has it.
  static let export = """
    DEFINE SCHEMA

        RECORD TYPE Users (
            "___createTime" TIMESTAMP,
            "___createdBy"  REFERENCE,
            "___etag"       STRING,
            "___modTime"    TIMESTAMP,
            "___modifiedBy" REFERENCE,
            "___recordID"   REFERENCE,
            roles           LIST<INT64>,
            GRANT WRITE TO "_creator",
            GRANT READ TO "_world"
        );

        RECORD TYPE Feed (
            "___createTime" TIMESTAMP,
            "___createdBy"  REFERENCE,
            "___etag"       STRING,
            "___modTime"    TIMESTAMP,
            "___modifiedBy" REFERENCE,
            "___recordID"   REFERENCE QUERYABLE,
            title           STRING QUERYABLE,
            GRANT READ TO "_world"
        );

    """

  /// Returns the text of a fixture.
  static func fixture(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  let session: Session
  let way: Way
  /// The emulator; `nil` for the stand-in.
  let emulator: EmulatorProcess?

  /// Prepares a container with two schemas.
  /// - Parameter arguments: Additional arguments of the emulator.
  init(
    _ way: Way, development: String = export, production: String = export, _ arguments: [String] = []
  ) throws {
    self.way = way
    session = try Session()
    session.setLiveVariables()
    try session.write(development, to: "development.ckdb")
    try session.write(production, to: "production.ckdb")
    switch way {
    case .cktool:
      try session.installXcrun()
      emulator = nil
    case .http:
      let name = Session.liveContainer
      emulator = try EmulatorProcess(
        session,
        [
          "--control", "--team", "TEAM=\(name)", "--schema", "development.ckdb", "--schema",
          "\(name)/production=production.ckdb",
        ] + arguments, container: ":memory:")
    }
  }

  /// Waits for a number of requests. The first line of the log warns of a role that the schemas do not have.
  func wait(forRequests count: Int, from process: Process) { emulator?.wait(forRequests: count + 1, from: process) }

  /// Changes the schema of production, as a person does in CloudKit Console.
  func deployInConsole(_ schema: String) throws {
    guard let emulator else { return try session.write(schema, to: "production.ckdb") }
    let curl = try #require(TestProgram("curl"))
    try session.write(schema, to: "deployed.ckdb")
    let run = try curl.run(
      [
        "-sSf", "--data-binary", "@deployed.ckdb",
        "\(emulator.url)/_emulator/schema/\(Session.liveContainer)/production",
      ], in: session.folder)
    #expect(run.status == 0, "\(run.text)")
  }

  /// Runs a command, and returns its command line, output, and exit status, with the same word for both ways.
  func run(_ arguments: String...) throws -> String {
    let run = try session.run(arguments)
    let text = "$ \(arguments.joined(separator: " "))\n\(run.out)\(run.err)exit \(run.status)\n"
    #expect(!text.contains(Session.managementToken))
    return text.replacing("via \(way.rawValue)", with: "via WAY")
  }

  /// The calls of cktool's commands that write.
  func writes() throws -> [String] {
    try session.contents("calls").split(separator: "\n").map { String($0.split(separator: " ")[1]) }
      .filter { !$0.hasPrefix("export") && !$0.hasPrefix("get") }
  }
}
