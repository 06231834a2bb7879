import Foundation
import SystemCalls

/// The program as a user starts it: the executable beside this one.
enum ChildProcess {
  /// What a run of it cost.
  struct Cost {
    /// Seconds of its life.
    let seconds: Double
    /// The most memory it had at once.
    let megabytes: Double
  }

  private static var folder: URL { URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent() }

  /// Builds the program where the benchmark was built: `swift run` makes only what it runs.
  static func build() throws {
    // .build/<triple>/release
    let scratch = folder.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
    let arguments = [
      "swift", "build", "-c", folder.lastPathComponent, "--product", "celestra-admin", "--scratch-path", scratch.path,
    ]
    _ = try spawn("/usr/bin/env", ["env"] + arguments, outputTo: "/dev/stderr")
  }

  /// The program.
  static var program: URL { folder.appendingPathComponent("celestra-admin") }

  /// Runs the program to its end; what it prints is thrown away, what it complains of is shown.
  static func run(_ arguments: [String]) throws -> Cost { try run(program: program.path, arguments) }

  /// Runs any program to its end; what it prints is thrown away.
  ///
  /// A process of its own starts it and measures it: Linux hands on to a program the most memory that the process which
  /// started it ever had (fs/exec.c, `setmax_mm_hiwater_rss`, read 2026-11), and this one holds whole lists and containers.
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

  /// What makes this program the process that starts and measures another.
  static let measureFlag = "--measure"

  /// Starts the program of the command line and prints what it cost.
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

  /// Starts a child and waits for it: the system tells each child's own memory only to who waits for it.
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

/// A child that did not do its work.
struct ChildFailure: Error, CustomStringConvertible {
  let description: String
}
