import Foundation

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
    guard let output = tmpfile(), let errors = tmpfile() else {
      throw CommandFailure("cannot make a temporary file: \(String(cString: strerror(errno)).lowercased())")
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
