/// One of the three standard streams of a process.
package enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
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
  package func write(_ text: String) throws(SystemError) { try put(Array(text.utf8), to: rawValue) }
}

/// Writes all bytes to a file, waiting if it is nonblocking and full.
func put(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  var count = 0
  while count < bytes.count {
    let written = bytes[count...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written > 0 {
      count += written
    } else if errno == EAGAIN {
      // The parent process may have made the stream nonblocking.
      waitUntilReady(descriptor, POLLOUT)
    } else if errno != EINTR {
      throw .last
    }
  }
}

/// Reads bytes into a buffer, waiting if the file is nonblocking and empty, and returns their number; 0 at the end.
func get(_ descriptor: Int32, into buffer: inout [UInt8]) throws(SystemError) -> Int {
  while true {
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    if errno == EAGAIN { waitUntilReady(descriptor, POLLIN) } else if errno != EINTR { throw .last }
  }
}

private func waitUntilReady(_ descriptor: Int32, _ event: Int32) {
  var file = pollfd(fd: descriptor, events: Int16(event), revents: 0)
  poll(&file, 1, -1)
}
