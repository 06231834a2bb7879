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

  /// A route file for the operations, as a user would write one.
  static func routes(_ operations: [String]) -> String {
    let prefix = "/v1/database/teams/{teamId}/containers/{containerId}/environments/{environment}"
    let routes = operations.map { operation in
      let tail = ["import": "/schema", "validate": "/schema/validate", "reset": "/reset", "deploy": "/deploy"]
      let hasFile = operation == "import" || operation == "validate"
      return """
        {"operation": "\(operation)", "method": "POST", "path": "\(prefix)\(tail[operation] ?? "")",
         "body": "\(hasFile ? "file" : "none")", "status": \(operation == "validate" ? 200 : 202),
         "source": "test", "confirmed": "2026-11-22"}
        """
    }
    return "{\"routes\": [\(routes.joined(separator: ",\n"))]}"
  }

  /// Returns the text of a fixture.
  static func fixture(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  let session: Session
  let way: Way
  /// The emulator; `nil` for the stand-in.
  let emulator: EmulatorProcess?
  private let confirmed: [String]

  /// Prepares a container with two schemas.
  /// - Parameters:
  ///   - confirmed: the operations that may write over HTTP.
  ///   - arguments: additional arguments of the emulator.
  init(
    _ way: Way, development: String = export, production: String = export, confirmed: [String] = [],
    _ arguments: [String] = []
  ) throws {
    self.way = way
    self.confirmed = confirmed
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
      if !confirmed.isEmpty {
        try session.write(Self.routes(confirmed), to: "routes.json")
        session.environment["CELESTRA_SCHEMA_ROUTES"] = "routes.json"
      }
    }
  }

  /// Waits for a number of requests. The first line of the log warns of a role that the schemas do not have.
  func wait(forRequests count: Int, from process: Process) { emulator?.wait(forRequests: count + 1, from: process) }

  /// Deploys as a person does in CloudKit Console.
  func deployInConsole() throws {
    guard let emulator else {
      return try session.write(try session.contents("development.ckdb"), to: "production.ckdb")
    }
    let curl = try #require(TestProgram("curl"))
    let body = "{\"container\":\"\(Session.liveContainer)\"}"
    let run = try curl.run(["-sSf", "-X", "POST", "-d", body, emulator.url + "/_emulator/deploy"])
    #expect(run.status == 0, "\(run.text)")
  }

  deinit {
    for write in emulator.map(Self.writes) ?? [] {
      let name = write.prefix { $0 != " " }
      let operation = name == "schema" ? "import" : name
      if !confirmed.contains(String(operation)) { Issue.record("\(write) without a confirmed route") }
    }
  }

  /// Runs a command, and returns its command line, output, and exit status, with the same word for both ways.
  func run(_ arguments: String...) throws -> String {
    let run = try session.run(arguments)
    let text = "$ \(arguments.joined(separator: " "))\n\(run.out)\(run.err)exit \(run.status)\n"
    #expect(!text.contains(Session.managementToken))
    return text.replacing("via \(way.rawValue)", with: "via WAY")
  }

  /// The requests that the emulator answered, such as `POST 202`, or the calls of cktool's commands that write.
  func writes() throws -> [String] {
    if let emulator { return Self.writes(to: emulator) }
    return try session.contents("calls").split(separator: "\n").map { String($0.split(separator: " ")[1]) }
      .filter { !$0.hasPrefix("export") && !$0.hasPrefix("get") }
  }

  private static func writes(to emulator: EmulatorProcess) -> [String] {
    let log = emulator.endedLog()
    #expect(!log.contains(Session.managementToken))
    return log.split(separator: "\n").filter { $0.contains(" POST /v1/") }.map { line in
      let words = line.split(separator: " ")
      return "\(words[2].split(separator: "/").last ?? "") \(words[3])"
    }
  }
}
