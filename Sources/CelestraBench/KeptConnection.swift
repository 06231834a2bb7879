import Foundation
import SystemCalls

/// A persistent HTTP connection that sends requests as bytes and discards responses, with little overhead.
final class KeptConnection {
  private let connection: LoopbackConnection
  private var buffer = [UInt8](repeating: 0, count: 1 << 20)

  init(port: Int) throws { connection = try LoopbackConnection(port: port) }

  /// Sends a request and reads the whole response.
  /// - Throws: An error if the status is not 200 or the response contains `refused`.
  func exchange(_ request: [UInt8]) throws {
    try connection.send(request)
    var received = 0
    var end: Int?
    while end.map({ received < $0 }) ?? true {
      let count = try buffer.withUnsafeMutableBytes { bytes in
        try connection.receive(into: UnsafeMutableRawBufferPointer(rebasing: bytes[received...]))
      }
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
