import Foundation
import SystemCalls

/// The program as a child process: the executable beside this one.
enum ChildProcess {
  struct Cost {
    /// The elapsed time in seconds.
    let seconds: Double
    /// The peak memory.
    let megabytes: Double
  }

  private static var folder: URL { URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent() }

  /// Builds the program beside the benchmark, since `swift run` builds only the product it runs.
  static func build() throws {
    // .build/<triple>/release
    let scratch = folder.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
    let arguments = [
      "swift", "build", "-c", folder.lastPathComponent, "--product", "celestra-admin", "--scratch-path", scratch.path,
    ]
    _ = try spawn("/usr/bin/env", ["env"] + arguments, outputTo: "/dev/stderr")
  }

  static var program: URL { folder.appendingPathComponent("celestra-admin") }

  /// Runs the program until it exits. Standard output is discarded, standard error is shown.
  static func run(_ arguments: [String]) throws -> Cost { try run(program: program.path, arguments) }

  /// Runs a program until it exits, discarding standard output.
  ///
  /// A separate process starts and measures the program, since on Linux a program inherits its parent's peak memory
  /// (fs/exec.c, `setmax_mm_hiwater_rss`, read 2026-11), and this process loads whole lists and containers.
  @discardableResult
  static func run(program: String, _ arguments: [String]) throws -> Cost {
    let measuring = Process()
    measuring.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    measuring.arguments = [measureFlag, program] + arguments
    let answer = Pipe()
    measuring.standardOutput = answer
    try measuring.run()
    let text = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    measuring.waitUntilExit()
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard measuring.terminationStatus == 0, numbers.count == 2 else {
      throw ChildFailure(description: "\(program) \(arguments.joined(separator: " ")) did not end well")
    }
    return Cost(seconds: numbers[0], megabytes: numbers[1])
  }

  /// The argument that turns this program into the measuring process.
  static let measureFlag = "--measure"

  /// Runs the program in the arguments and prints its cost.
  static func measure(_ arguments: ArraySlice<String>) -> Never {
    do {
      guard let program = arguments.first else { throw ChildFailure(description: "\(measureFlag) needs a program") }
      let cost = try spawn(program, Array(arguments), outputTo: "/dev/null")
      print(cost.seconds, cost.megabytes)
      exit(0)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  /// Starts a child and waits for it, since the system reports a child's memory only to the waiting process.
  private static func spawn(_ program: String, _ arguments: [String], outputTo output: String) throws -> Cost {
    let start = ContinuousClock.now
    let ended = try MeasuredChild.run(
      program, arguments, environment: ProcessInfo.processInfo.environment, outputTo: output)
    guard ended.status == 0 else {
      throw ChildFailure(description: "\(arguments.joined(separator: " ")) ended with status \(ended.status)")
    }
    return Cost(seconds: (ContinuousClock.now - start) / .seconds(1), megabytes: ended.megabytes)
  }
}

/// The failure of a child process.
struct ChildFailure: Error, CustomStringConvertible {
  let description: String
}
