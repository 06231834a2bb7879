import Dispatch
import Foundation
import SystemCalls

/// A TCP connection to this machine that sends and receives bytes and knows nothing of HTTP but where an answer ends.
final class RawConnection: Sendable {
  private let connection: LoopbackConnection
  /// A thread of its own while it waits: what is tested runs in this process and needs the common ones.
  private let queue: DispatchQueue

  /// The connection ended before its answer did.
  struct Ended: Error {}

  /// Connects, which blocks while the server accepts no further connections.
  init(port: Int) async throws {
    let queue = DispatchQueue(label: "connection")
    connection = try await Self.blocking(queue) { try LoopbackConnection(port: port) }
    self.queue = queue
  }

  /// Runs what blocks where it blocks no task.
  private static func blocking<Value: Sendable>(
    _ queue: DispatchQueue, _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: body)) }
    }
  }

  /// Sends bytes.
  func send(_ bytes: [UInt8]) async throws {
    try await Self.blocking(queue) { [self] in try connection.send(bytes) }
  }

  /// Says that nothing more will be sent.
  func finishSending() { connection.finishSending() }

  /// Receives to the end of an answer, or of the connection.
  func receive() async throws -> HTTPAnswer {
    try await Self.blocking(queue) { [self] in
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        if let answer = HTTPAnswer(bytes), answer.isWhole { return answer }
        let count = try buffer.withUnsafeMutableBytes { try connection.receive(into: $0) }
        if count == 0 {
          guard let answer = HTTPAnswer(bytes) else { throw Ended() }
          return answer
        }
        bytes += buffer[..<count]
      }
    }
  }
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
