package import Foundation

/// A program that tests start: the project's own, or one of the system.
package struct TestProgram: Sendable {
  /// A finished run.
  package struct Result: Sendable {
    /// The exit status; the negative number of the signal that ended the program.
    package let status: Int32
    /// What it wrote to standard output.
    package let data: Data
    /// What it wrote to standard error.
    package let errors: String

    /// Standard output as text.
    package var out: String { String(decoding: data, as: UTF8.self) }
    /// Standard output and then standard error.
    package var text: String { out + errors }
  }

  /// The executable file.
  package let file: URL

  /// The first of some programs that is in the search path; `nil` if none is.
  package init?(_ names: String...) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let files = names.flatMap { name in folders.map { URL(filePath: "\($0)/\(name)") } }
    guard let file = files.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else { return nil }
    self.file = file
  }

  /// The first Python in the search path that runs some statements without an error; `nil` if none does.
  package init?(pythonRunning statements: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let programs = folders.map { Self(file: URL(filePath: "\($0)/python3")) }
    let found = programs.first {
      FileManager.default.isExecutableFile(atPath: $0.file.path) && $0.succeeds("-c", statements)
    }
    guard let found else { return nil }
    self = found
  }

  private init(file: URL) { self.file = file }

  /// A product of this package, which the build puts beside the test bundle; `nil` if it was not built.
  package init?(product name: String) {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    var folder = URL(filePath: bundle).deletingLastPathComponent()
    while !FileManager.default.isExecutableFile(atPath: folder.appending(path: name).path) {
      if folder.path == "/" { return nil }
      folder = folder.deletingLastPathComponent()
    }
    file = folder.appending(path: name)
  }

  /// Returns a process that has yet to be started, without input.
  /// - Parameter environment: variables beside those of the tests.
  package func process(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) -> Process {
    let process = Process()
    process.executableURL = file
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Starts the program with files for its input and output, which no size can block.
  package func start(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:], input: URL? = nil, out: URL,
    err: URL
  ) throws -> Process {
    let process = process(arguments, in: folder, environment: environment)
    if let input { process.standardInput = try FileHandle(forReadingFrom: input) }
    for file in [out, err] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: out)
    process.standardError = try FileHandle(forWritingTo: err)
    try process.run()
    return process
  }

  /// Runs the program to its end.
  package func run(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:], input: URL? = nil
  ) throws -> Result {
    let files = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let (out, err) = (files.appending(path: "out"), files.appending(path: "err"))
    let process = try start(arguments, in: folder, environment: environment, input: input, out: out, err: err)
    process.waitUntilExit()
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      data: try Data(contentsOf: out), errors: String(decoding: try Data(contentsOf: err), as: UTF8.self))
  }

  /// Whether the program ends with status 0.
  package func succeeds(_ arguments: String...) -> Bool { (try? run(arguments).status) == 0 }
}
