import Foundation

/// A persistent HTTP connection that sends requests as bytes and discards responses, with little overhead.
final class KeptConnection {
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 20)

  init(port: Int) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw ChildFailure(description: "no connection to port \(port)") }
  }

  deinit { close(descriptor) }

  /// Sends a request and reads the whole response.
  /// - Throws: An error if the status is not 200 or the response contains `refused`.
  func exchange(_ request: [UInt8]) throws {
    var sent = 0
    while sent < request.count {
      let count = request[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { throw ChildFailure(description: "the connection broke") }
      sent += count
    }
    var received = 0
    var end: Int?
    while end.map({ received < $0 }) ?? true {
      let free = buffer.count - received
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress?.advanced(by: received), free, 0) }
      guard count > 0 else { throw ChildFailure(description: "the connection broke") }
      received += count
      if end == nil { end = try Self.end(of: buffer[..<received]) }
      if received == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
    }
  }

  private static func end(of bytes: ArraySlice<UInt8>) throws -> Int? {
    guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let text = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).lowercased()
    guard text.hasPrefix("http/1.1 200") else { throw ChildFailure(description: String(text.prefix(40))) }
    let length = text.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }?.split(separator: " ").last
    return head.upperBound + (length.flatMap { Int($0) } ?? 0)
  }
}
