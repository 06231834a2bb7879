import Dispatch
import Foundation

/// A TCP connection to this machine that sends and receives bytes and knows nothing of HTTP but where an answer ends.
final class RawConnection: Sendable {
  private let descriptor: Int32
  /// A thread of its own while it waits: what is tested runs in this process and needs the common ones.
  private let queue = DispatchQueue(label: "connection")

  /// What the system says.
  struct Failure: Error, Equatable {
    let call: String
    let number: Int32
  }

  init(port: Int) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", number: errno) }
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Failure(call: "connect", number: errno) }
  }

  deinit { close(descriptor) }

  /// Runs what blocks where it blocks no task.
  private func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: body)) }
    }
  }

  /// Sends bytes.
  func send(_ bytes: [UInt8]) async throws {
    try await blocking { [self] in
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, noSignal) }
        guard count > 0 else { throw Failure(call: "send", number: errno) }
        sent += count
      }
    }
  }

  /// Says that nothing more will be sent.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Receives to the end of an answer, or of the connection.
  func receive() async throws -> HTTPAnswer {
    try await blocking { [self] in
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        if let answer = HTTPAnswer(bytes), answer.isWhole { return answer }
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count >= 0 else { throw Failure(call: "recv", number: errno) }
        if count == 0 {
          guard let answer = HTTPAnswer(bytes) else { throw Failure(call: "recv", number: 0) }
          return answer
        }
        bytes += buffer[..<count]
      }
    }
  }

  #if canImport(Glibc)
    private let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private let noSignal: Int32 = 0
  #endif
}

/// An HTTP/1.1 answer.
struct HTTPAnswer: Sendable {
  let status: Int
  let head: String
  let body: [UInt8]
  private let length: Int

  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    body = Array(bytes[end.upperBound...])
    let lines = head.lowercased().split(separator: "\r\n")
    status = lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
    length = lines.first { $0.hasPrefix("content-length:") }.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
  }

  /// Whether all of the body is there that the head speaks of.
  var isWhole: Bool { body.count >= length }

  /// The body as text, without the one part that is random.
  var text: String {
    String(decoding: body, as: UTF8.self).replacing(/"uuid":"[0-9a-f-]{36}",/, with: "")
  }
}
