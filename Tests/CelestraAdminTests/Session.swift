import Foundation
import GRDB
import Testing

/// The real program in a folder of its own.
final class Session {
  /// The project's root folder.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Where commands run; gone with the session.
  let folder: URL
  /// What the program finds in its environment, beside what the tests have.
  var environment = ["NO_COLOR": "1", "GITHUB_STEP_SUMMARY": ""]
  /// The folder in the session's in which the program runs.
  var current = ""
  /// What the program reads from standard input.
  var input = ""

  /// A new, empty folder.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Puts a copy of one of the project's own folders or files into the session's.
  func copy(_ path: String) throws {
    try FileManager.default.copyItem(
      at: Self.root.appendingPathComponent(path), to: folder.appendingPathComponent(path))
  }

  /// Writes a file of the session.
  func write(_ text: String, to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// The path of a file of the session.
  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// What a run said and how it ended.
  struct Transcript: Equatable, CustomStringConvertible {
    var status: Int32
    var out: String
    var err: String

    var description: String { "exit \(status)\n--- out\n\(out)--- err\n\(err)" }
  }

  /// The program, which the build puts beside the test bundle.
  static func executable() throws -> URL {
    let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments.first)
    var folder = URL(fileURLWithPath: bundle).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("celestra-admin")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder = folder.deletingLastPathComponent()
    }
    throw NoProgram()
  }

  private struct NoProgram: Error {}

  /// Starts the program without waiting for its end.
  func start(_ arguments: [String], out: URL, err: URL) throws -> Process {
    let process = Process()
    process.executableURL = try Self.executable()
    process.arguments = arguments
    process.currentDirectoryURL = current.isEmpty ? folder : folder.appendingPathComponent(current)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    try Data(input.utf8).write(to: folder.appendingPathComponent(".in"))
    process.standardInput = try FileHandle(forReadingFrom: folder.appendingPathComponent(".in"))
    for file in [out, err] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    try process.run()
    return process
  }

  /// Runs the program to its end.
  @discardableResult
  func run(_ arguments: String...) throws -> Transcript { try run(arguments) }

  /// Runs the program to its end.
  @discardableResult
  func run(_ arguments: [String]) throws -> Transcript {
    let out = folder.appendingPathComponent(".out-\(UUID().uuidString)")
    let err = folder.appendingPathComponent(".err-\(UUID().uuidString)")
    let process = try start(arguments, out: out, err: err)
    process.waitUntilExit()
    defer { for file in [out, err] { try? FileManager.default.removeItem(at: file) } }
    return Transcript(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      out: String(decoding: try Data(contentsOf: out), as: UTF8.self),
      err: String(decoding: try Data(contentsOf: err), as: UTF8.self))
  }

  /// The first column of a query's rows, asked of a container file without the program.
  func sqlite(_ sql: String, in container: String = "celestra.sqlite") throws -> [String] {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path(container), configuration: configuration).read { database in
      try Row.fetchAll(database, sql: sql).map { row in
        String.fromDatabaseValue(row[0] as DatabaseValue) ?? "\(row[0] as DatabaseValue)"
      }
    }
  }

  /// Changes a container file without the program.
  func change(_ sql: String, in container: String = "celestra.sqlite") throws {
    try DatabaseQueue(path: path(container)).write { try $0.execute(sql: sql) }
  }
}
