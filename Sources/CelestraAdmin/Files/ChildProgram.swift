import Foundation
import SystemCalls

/// An external program on the `PATH`.
struct ChildProgram {
  private let file: URL

  /// Finds the first program of a name on `PATH`; `nil` if it is not installed.
  init?(named name: String) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let candidates = path.split(separator: ":").lazy.map { URL(fileURLWithPath: "\($0)/\(name)") }
    guard let file = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      return nil
    }
    self.file = file
  }

  /// The result of a run.
  struct Ended {
    let status: Int32
    /// The bytes on standard output.
    let output: [UInt8]
    /// The text on standard error.
    let errors: String
  }

  /// Runs the program in the current folder and waits until it exits.
  /// - Throws: `CommandFailure` if the program cannot start.
  func run(_ arguments: [String]) throws -> Ended {
    // Files avoid the deadlock of two pipes, where the program fills one while this process reads the other.
    let output: FileStream
    let errors: FileStream
    do { (output, errors) = (try FileStream(temporary: ()), try FileStream(temporary: ())) } catch {
      throw CommandFailure("cannot create a temporary file: \(error)")
    }
    let process = Process()
    process.executableURL = file
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: output.descriptor, closeOnDealloc: false)
    process.standardError = FileHandle(fileDescriptor: errors.descriptor, closeOnDealloc: false)
    do {
      try process.run()
    } catch {
      throw CommandFailure("cannot start \(file.path): \(error.localizedDescription)")
    }
    process.waitUntilExit()
    return Ended(
      status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
      output: try output.contents(), errors: String(decoding: try errors.contents(), as: UTF8.self))
  }
}
