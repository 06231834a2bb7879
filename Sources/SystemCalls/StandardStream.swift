/// One of the three standard streams of a process.
package enum StandardStream: Int32, Sendable {
  /// Standard input.
  case input = 0
  /// Standard output.
  case output = 1
  /// Standard error.
  case error = 2

  /// Whether the stream is a terminal, rather than a file or a pipe.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The width of the terminal window in columns; `nil` if unknown.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of a text, waiting if the stream is nonblocking and full.
  package func write(_ text: String) throws(SystemError) {
    var text = text
    let failure: SystemError? = text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let written = put(rawValue, rest.baseAddress, rest.count)
        if written > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        } else if errno == EAGAIN {
          // The parent process may have made the stream nonblocking.
          var stream = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
          poll(&stream, 1, -1)
        } else if errno != EINTR {
          return .last
        }
      }
      return nil
    }
    if let failure { throw failure }
  }
}

/// Calls the system's `write`, which the method of the same name hides.
private func put(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
