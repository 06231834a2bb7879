import Foundation
import Synchronization
import SystemCalls

/// A standard stream of the process.
package struct Terminal: Sendable {
  /// Standard output, for data.
  package static let standardOutput = Terminal(stream: .output)
  /// Standard error, for progress, warnings, and errors.
  package static let standardError = Terminal(stream: .error)

  /// The option of every command that leaves errors only.
  static let quietOption = "--quiet"
  private static let quiet = Mutex((isOn: false, hasReportedError: false))

  /// Whether to print errors only.
  package static var isQuiet: Bool { quiet.withLock { $0.isOn } }
  package static var hasReportedError: Bool { quiet.withLock { $0.hasReportedError } }

  /// Removes the option from the arguments of a run, and returns the others.
  package static func withoutQuiet(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    let options = arguments[..<end].filter { $0 != quietOption }
    quiet.withLock { $0.isOn = options.count < end }
    return options + arguments[end...]
  }

  private let stream: StandardStream

  /// Whether the stream is a terminal rather than a file or a pipe.
  package var isInteractive: Bool { stream.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb" }

  /// The width of the window in columns; 80 if it is unknown.
  package var width: Int { stream.columns ?? 80 }

  /// The width of the window in columns; `nil` for a file, a pipe, or a terminal that does not say.
  package var window: Int? { isInteractive ? stream.columns : nil }

  /// Writes a message that is not an error, unless only errors are printed.
  package func write(_ text: String) {
    if !Self.isQuiet { try? write(data: text) }
  }

  package static func note(_ text: String) { standardError.write("note: \(text)\n") }

  package static func report(error text: String) {
    quiet.withLock { $0.hasReportedError = true }
    try? standardError.write(data: text)
  }

  /// Reports why a run failed on standard error, unless the report is on a terminal: of a command that writes to a
  /// file, cron mails nothing else.
  package static func reportFailure(_ reason: String, of container: String) {
    if isQuiet || !standardOutput.isInteractive { report(error: "\(container): \(reason)\n") }
  }

  /// - Throws: `BrokenPipe` if the reader closed the pipe, or `CommandFailure` if writing fails.
  package func write(data text: String) throws {
    do { try stream.write(text) } catch {
      if error == .brokenPipe { throw BrokenPipe() }
      throw CommandFailure("cannot write the output: \(error)")
    }
  }
}

/// The reader closed the pipe, as `head` does. A program that only writes to the pipe exits successfully.
package struct BrokenPipe: Error {}
