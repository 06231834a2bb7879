/// A TCP connection to a port on this machine.
package final class LoopbackConnection: Sendable {
  private let descriptor: Int32

  /// Connects to a port; `patience` is the maximum number of seconds that `receive` waits, 0 for no limit.
  package init(port: Int, patience: Int = 0) throws(SystemError) {
    let opened = socket(AF_INET, LibraryConstant.streamSocket, 0)
    guard opened >= 0 else { throw .last }
    var limit = timeval(tv_sec: time_t(patience), tv_usec: 0)
    setsockopt(opened, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(opened, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      let failure = SystemError.last
      close(opened)
      throw failure
    }
    // Only now: once every property is set, an error would also run deinit, which closes a second time.
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// A closed peer causes an error, not a signal.
  package func send(_ bytes: [UInt8]) throws(SystemError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { put(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw .last }
      sent += count
    }
  }

  /// Receives bytes into the buffer and returns their number; 0 at the end.
  package func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    guard count >= 0 else { throw .last }
    return count
  }

  /// Closes the sending side; receiving continues.
  package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }
}

private func put(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(descriptor, bytes, count, flags)
}
