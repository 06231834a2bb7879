import Foundation
import SystemCalls

/// A standard stream of the process.
struct Terminal: Sendable {
  /// Standard output, for data.
  static let standardOutput = Terminal(stream: .output)
  /// Standard error, for progress, warnings, and errors.
  static let standardError = Terminal(stream: .error)

  private let stream: StandardStream

  /// Whether the stream is a terminal rather than a file or a pipe.
  var isInteractive: Bool { stream.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb" }

  /// The width of the window in columns; 80 if it is unknown.
  var width: Int { stream.columns ?? 80 }

  /// Writes a message, ignoring errors.
  func write(_ text: String) {
    try? write(data: text)
  }

  /// Reports why a run failed on standard error, unless the report is on a terminal: of a command that writes to a file,
  /// cron mails nothing else.
  static func reportFailure(_ reason: String, of container: String) {
    if !standardOutput.isInteractive { standardError.write("\(container): \(reason)\n") }
  }

  /// Writes data.
  /// - Throws: `BrokenPipe` if the reader closed the pipe, or `CommandFailure` if writing fails.
  func write(data text: String) throws {
    do { try stream.write(text) } catch {
      if error == .brokenPipe { throw BrokenPipe() }
      throw CommandFailure("cannot write the output: \(error)")
    }
  }
}

/// The reader closed the pipe, as `head` does. The program exits successfully.
struct BrokenPipe: Error {}
