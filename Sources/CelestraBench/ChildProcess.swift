import Foundation

/// The program as a user starts it: the executable beside this one.
enum ChildProcess {
  private static var folder: URL { URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent() }

  /// Builds the program where the benchmark was built: `swift run` makes only what it runs.
  static func build() throws {
    // .build/<triple>/release
    let scratch = folder.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "build", "-c", folder.lastPathComponent, "--product", "celestra-admin", "--scratch-path", scratch.path,
    ]
    process.standardOutput = FileHandle.standardError
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ChildFailure(description: "celestra-admin does not build") }
  }

  /// Runs it to its end.
  /// - Returns: the seconds of its life.
  /// - Throws: where it is missing or ends with another code than 0, with what it said.
  static func run(_ arguments: [String]) throws -> Double {
    let process = Process()
    process.executableURL = folder.appendingPathComponent("celestra-admin")
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    let start = ContinuousClock.now
    try process.run()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    guard process.terminationStatus == 0 else {
      throw ChildFailure(
        description: "celestra-admin \(arguments.joined(separator: " ")) ended with \(process.terminationStatus): "
          + String(decoding: said, as: UTF8.self))
    }
    return seconds
  }

  /// The most memory any child so far has had at once, in megabytes.
  static var peakMegabytes: Double {
    var usage = rusage()
    // Linux counts kilobytes, macOS bytes.
    #if os(Linux)
      getrusage(RUSAGE_CHILDREN.rawValue, &usage)
      return Double(usage.ru_maxrss) / 1024
    #else
      getrusage(RUSAGE_CHILDREN, &usage)
      return Double(usage.ru_maxrss) / 1_048_576
    #endif
  }
}

/// A child that did not do its work.
struct ChildFailure: Error, CustomStringConvertible {
  let description: String
}
