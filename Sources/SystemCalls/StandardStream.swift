#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  #error("this system has no C library that is known here")
#endif

/// One of the three streams a process is started with.
package enum StandardStream: Int32, Sendable {
  /// Standard input.
  case input = 0
  /// Standard output.
  case output = 1
  /// Standard error.
  case error = 2

  /// Whether the stream is a terminal, rather than a file or a pipe.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Columns of the terminal's window; `nil` where they are not known.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of a text, waiting where the stream does not block.
  package func write(_ text: String) throws(SystemError) {
    var text = text
    let failure: SystemError? = text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let written = put(rawValue, rest.baseAddress, rest.count)
        if written > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        } else if errno == EAGAIN {
          // Whoever has given the stream may have made it one that does not block.
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

/// The call of this name, which the method hides.
private func put(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
