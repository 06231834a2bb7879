import Foundation

/// The programs of the system that tests hold the tool against.
enum SystemProgram {
  /// Runs one in the session's folder; its exit status and what it printed.
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

  /// Whether one is there and does that.
  static func can(_ program: String, _ arguments: [String]) -> Bool {
    guard let session = try? Session() else { return false }
    return (try? run(program, arguments, in: session).status) == 0
  }
}
