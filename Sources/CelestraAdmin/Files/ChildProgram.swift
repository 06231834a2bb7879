import Foundation

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
    guard let output = tmpfile(), let errors = tmpfile() else {
      throw CommandFailure("cannot create a temporary file: \(String(cString: strerror(errno)).lowercased())")
    }
    defer {
      fclose(output)
      fclose(errors)
    }
    let process = Process()
    process.executableURL = file
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: fileno(output), closeOnDealloc: false)
    process.standardError = FileHandle(fileDescriptor: fileno(errors), closeOnDealloc: false)
    do {
      try process.run()
    } catch {
      throw CommandFailure("cannot start \(file.path): \(error.localizedDescription)")
    }
    process.waitUntilExit()
    return Ended(
      status: process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus,
      output: Self.contents(of: output), errors: String(decoding: Self.contents(of: errors), as: UTF8.self))
  }

  private static func contents(of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
    rewind(file)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return bytes
  }
}
