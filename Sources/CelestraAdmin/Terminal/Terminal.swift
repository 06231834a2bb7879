import Foundation

/// One of the two streams a person or a pipe reads.
struct Terminal: Sendable {
  /// Data.
  static let standardOutput = Terminal(descriptor: STDOUT_FILENO)
  /// Talk: progress, warnings, errors.
  static let standardError = Terminal(descriptor: STDERR_FILENO)

  private let descriptor: Int32

  /// Whether a person is watching, rather than a file or a pipe.
  var isInteractive: Bool { isatty(descriptor) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb" }

  /// Columns of the window; 80 where it is not known.
  var width: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes talk; what cannot be written is lost.
  func write(_ text: String) {
    try? write(data: text)
  }

  /// Writes data.
  /// - Throws: `BrokenPipe` when nobody reads any more, `CommandFailure` when it cannot be written.
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
          // Whoever has given the stream may have made it one that does not block.
          var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&stream, 1, -1)
        } else if errno != EINTR {
          throw CommandFailure("cannot write the output: \(String(cString: strerror(errno)))")
        }
      }
    }
  }
}

/// Nobody reads the output any more, as after `| head`; that is not an error.
struct BrokenPipe: Error {}
