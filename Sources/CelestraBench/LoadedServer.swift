import Dispatch
import Foundation
import Synchronization

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

  /// Adds a value.
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
