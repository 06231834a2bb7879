import Foundation

/// A standard stream of the process.
struct Terminal: Sendable {
  /// Standard output, for data.
  static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
  /// Standard error, for progress, warnings, and errors.
  static let standardError = Terminal(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  /// Whether the stream is a terminal rather than a file or a pipe.
  var isInteractive: Bool { isatty(descriptor) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb" }

  /// The width of the window in columns; 80 if it is unknown.
  var width: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes a message, ignoring errors.
  func write(_ text: String) {
    try? write(data: text)
  }

  /// Writes data.
  /// - Throws: `BrokenPipe` if the reader closed the pipe, or `CommandFailure` if writing fails.
  func write(data text: String) throws {
    var text = text
    try text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let written = Foundation.write(descriptor, rest.baseAddress, rest.count)
        if written > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        } else if errno == EPIPE {
          throw BrokenPipe()
        } else if errno == EAGAIN {
          // The parent process may have passed a nonblocking stream.
          var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&stream, 1, -1)
        } else if errno != EINTR {
          throw CommandFailure("cannot write the output: \(String(cString: strerror(errno)))")
        }
      }
    }
  }
}

/// The reader closed the pipe, as `head` does. The program exits successfully.
struct BrokenPipe: Error {}
