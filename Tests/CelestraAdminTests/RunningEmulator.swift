import Foundation
import Testing

/// The program's `emulator`, running beside a test.
final class RunningEmulator {
  /// `http://127.0.0.1:…`, which it printed.
  let url: String
  private let process: Process
  private let errors: URL

  /// Starts one with a key made by `openssl`: `key.pem` in the session, id `KEY`, in the role Admin.
  init(_ session: Session, _ arguments: [String] = []) throws {
    if !FileManager.default.fileExists(atPath: session.path("key.pem")) { try Self.makeKey(session) }
    let out = session.folder.appendingPathComponent(".emulator-out")
    errors = session.folder.appendingPathComponent(".emulator-err")
    process = try session.start(
      ["emulator", "--port", "0", "--key-id", "KEY", "--public-key", "public.pem", "--role", "Admin=KEY"] + arguments,
      out: out, err: errors)
    var line = ""
    // It prints one line, or ends.
    while line.isEmpty, process.isRunning {
      line = (try? String(contentsOf: out, encoding: .utf8).split(separator: "\n").first.map(String.init)) ?? ""
      sched_yield()
    }
    url = line
    let said = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    try #require(!url.isEmpty, "the emulator did not start: \(said)")
  }

  deinit { _ = stop() }

  /// What it logged.
  var log: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

  /// Ends it as Ctrl-C does; its exit status.
  func stop() -> Int32 {
    if process.isRunning { process.interrupt() }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Runs a program of the system in the session's folder; its exit status and what it printed.
  static func run(_ program: String, _ arguments: [String], in session: Session) throws -> (status: Int32, text: String)
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = session.folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// Whether a program of the system is there and does that.
  static func can(_ program: String, _ arguments: [String]) -> Bool {
    guard let session = try? Session() else { return false }
    return (try? run(program, arguments, in: session).status) == 0
  }

  private static func makeKey(_ session: Session) throws {
    let made = try run(
      "openssl", ["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", "key.pem"], in: session)
    try #require(made.status == 0, "\(made.text)")
    let published = try run("openssl", ["ec", "-in", "key.pem", "-pubout", "-out", "public.pem"], in: session)
    try #require(published.status == 0, "\(published.text)")
  }
}
