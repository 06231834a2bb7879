import Foundation
import GRDB
import TestEnvironment
import Testing

/// The real program in a folder of its own.
final class Session {
  /// The project's root folder.
  static let root = TestEnvironment.root

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
      at: TestEnvironment.root.appendingPathComponent(path), to: folder.appendingPathComponent(path))
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

  /// The program under test.
  static func program() throws -> TestProgram { try #require(TestProgram(product: "celestra-admin")) }

  /// Starts the program without waiting for its end.
  func start(_ arguments: [String], out: URL, err: URL) throws -> Process {
    try Self.program().start(
      arguments, in: folder.appending(path: current), environment: environment, input: inputFile(), out: out, err: err)
  }

  private func inputFile() throws -> URL {
    let file = folder.appending(path: ".in")
    try Data(input.utf8).write(to: file)
    return file
  }

  /// Runs the program to its end.
  @discardableResult
  func run(_ arguments: String...) throws -> Transcript { try run(arguments) }

  /// Runs the program to its end.
  @discardableResult
  func run(_ arguments: [String]) throws -> Transcript {
    let result = try Self.program().run(
      arguments, in: folder.appending(path: current), environment: environment, input: inputFile())
    return Transcript(status: result.status, out: result.out, err: result.errors)
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
