package import Foundation

/// A program that tests start: a product of the project, or a program of the system.
package struct TestProgram: Sendable {
  /// A finished run.
  package struct Result: Sendable {
    /// The exit status; the negative number of the signal that ended the program.
    package let status: Int32
    /// The bytes of standard output.
    package let data: Data
    /// The text of standard error.
    package let errors: String

    /// Standard output as text.
    package var out: String { String(decoding: data, as: UTF8.self) }
    /// Standard output and then standard error.
    package var text: String { out + errors }
  }

  /// The executable file.
  package let file: URL

  /// Finds the first of some programs in the search path; `nil` if none is present.
  package init?(_ names: String...) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let files = names.flatMap { name in folders.map { URL(filePath: "\($0)/\(name)") } }
    guard let file = files.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else { return nil }
    self.file = file
  }

  /// Finds the first Python in the search path that runs some statements; `nil` if none does.
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

  /// Finds the program under test: the product in the folder `CELESTRA_PROGRAMS`, or beside the test bundle; `nil` if it
  /// is not built.
  ///
  /// The bundle is the one that Xcode loaded, the one that SwiftPM passes to its helper on macOS, or the running program.
  /// Source: SwiftPM, _InternalTestSupport/Toolchain.swift, read 2026-11.
  package init?(product name: String) {
    if let folder = ProcessInfo.processInfo.environment["CELESTRA_PROGRAMS"] {
      file = URL(filePath: folder).appending(path: name)
      return
    }
    let arguments = CommandLine.arguments
    let passed = arguments.firstIndex(of: "--test-bundle-path").map { arguments[$0 + 1] }
    let loaded = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundlePath
    var folder = URL(filePath: loaded ?? passed ?? arguments[0]).deletingLastPathComponent()
    while !FileManager.default.isExecutableFile(atPath: folder.appending(path: name).path) {
      if folder.path == "/" { return nil }
      folder = folder.deletingLastPathComponent()
    }
    file = folder.appending(path: name)
  }

  /// Returns a process without input, not started.
  /// - Parameter environment: variables in addition to those of the tests.
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

  /// Starts the program with files for input and output, so that no amount of output blocks it.
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

  /// Runs the program and waits for its end.
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

  /// Whether the program exits with 0.
  package func succeeds(_ arguments: String...) -> Bool { (try? run(arguments).status) == 0 }
}
