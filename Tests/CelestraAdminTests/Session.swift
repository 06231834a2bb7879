import FeedServer
import Foundation
import GRDB
import Synchronization
import TestEnvironment
import Testing

/// A folder in which a test runs the program.
final class Session {
  /// The project's root folder.
  static let root = TestEnvironment.root

  /// The folder of the session, removed at its end.
  let folder: URL
  /// Environment variables of the program, in addition to those of the tests. `CELESTRA_TEST` tells `.ci/mutate` which
  /// file of tests a process belongs to. The state folder is the session's: the histories of iCloud containers are in it.
  var environment = [
    "NO_COLOR": "1", "GITHUB_STEP_SUMMARY": "", "CELESTRA_HOSTS": TestHosts.variable(2_000),
    "CELESTRA_TEST": Test.current?.sourceLocation.fileName ?? "unknown",
  ]
  /// The program's current folder, relative to the session's folder.
  var current = ""
  /// The program's standard input.
  var input = ""

  /// Creates an empty folder.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("celestra-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    environment["XDG_STATE_HOME"] = path("state")
  }

  /// Creates a folder with copies of some of the project's folders and files.
  convenience init(copying paths: String...) throws {
    try self.init()
    for path in paths { try copy(path) }
  }

  /// Creates a folder with the project's schemas and the container of a seed file, `s.json`.
  static func seeded(_ seed: String, _ options: String...) throws -> Session {
    let session = try Session(copying: "schema")
    try session.write(seed, to: "s.json")
    try session.seed(["s.json"] + options)
    return session
  }

  /// Creates a container with `seed`, or copies the one that another session has created from equal files.
  func seed(_ arguments: [String], into container: String = "celestra.sqlite") throws {
    let key = try arguments.map { argument in
      FileManager.default.fileExists(atPath: path(argument)) ? try read(argument) : argument
    }
    let file = URL(filePath: path(container))
    if let known = Self.seededContainers.withLock({ $0[key] }) { return try known.write(to: file) }
    let run = try run(["seed"] + arguments + ["--container", container])
    try #require(run.status == 0, "\(run)")
    let bytes = try Data(contentsOf: file)
    Self.seededContainers.withLock { $0[key] = bytes }
  }

  private static let seededContainers = Mutex<[[String]: Data]>([:])

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Copies a folder or file of the project into the session's folder.
  func copy(_ path: String) throws {
    try FileManager.default.copyItem(
      at: TestEnvironment.root.appendingPathComponent(path), to: folder.appendingPathComponent(path))
  }

  /// Writes a file in the session's folder.
  func write(_ text: String, to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Returns the text of a file in the session's folder.
  func read(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  /// Returns the path of a file in the session's folder.
  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// The exit status and output of a run.
  struct Transcript: Equatable, CustomStringConvertible {
    var status: Int32
    var out: String
    var err: String

    /// The output without the time that begins the log of a run.
    var log: String { String(out.trimmingPrefix(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /#)) }

    var description: String { "exit \(status)\n--- out\n\(out)--- err\n\(err)" }
  }

  /// Returns a program under test.
  static func program(_ product: String = "celestra-admin") throws -> TestProgram {
    try #require(TestProgram(product: product))
  }

  /// Starts the program without waiting.
  func start(_ arguments: [String], out: URL, err: URL) throws -> Process {
    try Self.program().start(
      arguments, in: folder.appending(path: current), environment: environment, input: inputFile(), out: out, err: err)
  }

  private func inputFile() throws -> URL {
    let file = folder.appending(path: ".in")
    try Data(input.utf8).write(to: file)
    return file
  }

  /// Runs the program and waits for its end.
  @discardableResult
  func run(_ arguments: String...) throws -> Transcript { try run(arguments) }

  /// Runs a program and waits for its end.
  @discardableResult
  func run(_ arguments: [String], of product: String = "celestra-admin") throws -> Transcript {
    let result = try Self.program(product).run(
      arguments, in: folder.appending(path: current), environment: environment, input: inputFile())
    return Transcript(status: result.status, out: result.out, err: result.errors)
  }

  /// Runs the program for schema files and waits for its end.
  func ckdb(_ arguments: String...) throws -> Transcript { try run(arguments, of: "ckdb") }

  /// Returns the first column of a query on a container file, without the program.
  func sqlite(_ sql: String, in container: String = "celestra.sqlite") throws -> [String] {
    var configuration = Configuration()
    configuration.readonly = true
    // A program that opens or closes the container locks it for a moment.
    configuration.busyMode = .timeout(30)
    return try DatabaseQueue(path: path(container), configuration: configuration).read { database in
      try Row.fetchAll(database, sql: sql).map { row in
        String.fromDatabaseValue(row[0] as DatabaseValue) ?? "\(row[0] as DatabaseValue)"
      }
    }
  }

  /// Changes a container file with SQL, without the program.
  func change(_ sql: String, in container: String = "celestra.sqlite") throws {
    try DatabaseQueue(path: path(container)).write { try $0.execute(sql: sql) }
  }
}
