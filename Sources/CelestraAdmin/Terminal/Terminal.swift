import Foundation
import SystemCalls

/// One of the two streams a person or a pipe reads.
struct Terminal: Sendable {
  /// Data.
  static let standardOutput = Terminal(stream: .output)
  /// Talk: progress, warnings, errors.
  static let standardError = Terminal(stream: .error)

  private let stream: StandardStream

  /// Whether a person is watching, rather than a file or a pipe.
  var isInteractive: Bool { stream.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb" }

  /// Columns of the window; 80 where it is not known.
  var width: Int { stream.columns ?? 80 }

  /// Writes talk; what cannot be written is lost.
  func write(_ text: String) {
    try? write(data: text)
  }

  /// Writes data.
  /// - Throws: `BrokenPipe` when nobody reads any more, `CommandFailure` when it cannot be written.
  func write(data text: String) throws {
    do { try stream.write(text) } catch {
      if error == .brokenPipe { throw BrokenPipe() }
      throw CommandFailure("cannot write the output: \(error)")
    }
  }
}

/// Nobody reads the output any more, as after `| head`; that is not an error.
struct BrokenPipe: Error {}
