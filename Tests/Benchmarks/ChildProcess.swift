import Foundation

/// The program as a child process: the executable beside this one.
enum ChildProcess {
  struct Cost {
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
      "build", "-c", folder.lastPathComponent, "--product", "celestra-admin", "--scratch-path", scratch.path,
    ]
    _ = try run(program: "swift", arguments)
  }

  static var program: URL { folder.appendingPathComponent("celestra-admin") }

  static func run(_ arguments: [String]) throws -> Cost { try run(program: program.path, arguments) }

  /// Runs a program until it exits, discarding standard output.
  ///
  /// Another process starts and measures the program, since on Linux a program inherits its parent's peak memory
  /// (fs/exec.c, `setmax_mm_hiwater_rss`, read 2026-11), and this process loads whole lists.
  @discardableResult
  static func run(program: String, _ arguments: [String]) throws -> Cost {
    let answer = try output(of: "python3", ["-c", measuring, program] + arguments)
    let numbers = answer.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 2 else { throw ChildFailure(description: "'\(program)' printed '\(answer)'") }
    return Cost(seconds: numbers[0], megabytes: numbers[1])
  }

  /// Linux reports the peak memory in kilobytes, macOS in bytes.
  private static let measuring = """
    resource, subprocess, sys, time = map(__import__, ['resource', 'subprocess', 'sys', 'time'])
    start = time.monotonic()
    status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
    seconds = time.monotonic() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(seconds, peak / (1 << 20 if sys.platform == 'darwin' else 1 << 10))
    sys.exit(status != 0)
    """

  private static func output(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ChildFailure(description: "\(arguments.joined(separator: " ")) failed")
    }
    return text
  }
}

struct ChildFailure: Error, CustomStringConvertible {
  let description: String
}
