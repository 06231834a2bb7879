import Foundation
import SystemCalls

/// Another program, found on the user's `PATH`.
struct ChildProgram {
  private let file: URL

  /// The first program of a name on `PATH`; `nil` where there is none.
  init?(named name: String) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let candidates = path.split(separator: ":").lazy.map { URL(fileURLWithPath: "\($0)/\(name)") }
    guard let file = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      return nil
    }
    self.file = file
  }

  /// How a run ended.
  struct Ended {
    let status: Int32
    /// What it wrote to standard output.
    let output: [UInt8]
    /// What it wrote to standard error.
    let errors: String
  }

  /// Runs it to its end in the current folder.
  /// - Throws: where it cannot be started.
  func run(_ arguments: [String]) throws -> Ended {
    // Files take whatever the program writes, in whatever order: with two pipes, one can be full while the other is read.
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
