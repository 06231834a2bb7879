import Dispatch
import Foundation
import Synchronization
import SystemCalls

/// A server in this process under load from concurrent connections.
struct LoadedServer: Sendable {
  let port: Int

  /// Runs a server while `body` uses it.
  /// - Parameter serve: Serves until its task is cancelled, and reports its port.
  static func with<Value>(
    _ serve: @escaping @Sendable (_ ready: @escaping @Sendable (Int) -> Void) async throws -> Void,
    _ body: (LoadedServer) throws -> Value
  ) throws -> Value {
    let ports = Handover<Int>()
    let task = Task { try await serve { ports.give($0) } }
    defer { task.cancel() }
    return try body(LoadedServer(port: ports.take()))
  }

  /// Returns the requests per second from a number of connections, each of which sends one request at a time.
  func rate(_ requests: [[UInt8]], times: Int, connections: Int) throws -> Double {
    let seconds = try Stopwatch.seconds {
      let failures = Handover<String?>()
      for connection in 0..<connections {
        Thread.detachNewThread {
          do {
            let kept = try KeptConnection(port: port)
            for number in stride(from: connection, to: times, by: connections) {
              try kept.exchange(requests[number % requests.count])
            }
            failures.give(nil)
          } catch {
            failures.give("\(error)")
          }
        }
      }
      for _ in 0..<connections {
        if let failure = failures.take() { throw ChildFailure(description: failure) }
      }
    }
    return Double(times) / seconds
  }
}

/// A blocking queue between two threads.
final class Handover<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  private let count = DispatchSemaphore(value: 0)

  func give(_ value: Value) {
    values.withLock { $0.append(value) }
    count.signal()
  }

  /// Removes the oldest value, waiting if necessary.
  func take() -> Value {
    count.wait()
    return values.withLock { $0.removeFirst() }
  }
}

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
