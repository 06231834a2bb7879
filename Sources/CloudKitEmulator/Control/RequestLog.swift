import Synchronization

/// What became of one request. It holds no key, signature or token.
package struct LoggedRequest: Codable, Sendable {
  /// When it was answered, milliseconds since 1970.
  package let time: Int64
  package let method: String
  /// Without its query, which may hold tokens.
  package let path: String
  /// The HTTP status; 0 where the connection was reset in place of an answer.
  package let status: Int
  /// The code of an error.
  package var serverErrorCode: String?
  /// What the client was told.
  package var reason: String?
  /// The true cause, where the client was told less.
  package var cause: String?
  /// What was made to go wrong.
  package var fault: String?
}

/// The last requests, for who tests a client.
final class RequestLog: Sendable {
  /// Requests it holds.
  static let capacity = 1000

  private struct Ring {
    var requests: [LoggedRequest] = []
    var next = 0
  }

  private let ring = Mutex(Ring())

  /// Adds a request; the oldest makes room.
  func add(_ request: LoggedRequest) {
    ring.withLock { ring in
      if ring.requests.count < Self.capacity {
        ring.requests.append(request)
      } else {
        ring.requests[ring.next] = request
        ring.next = (ring.next + 1) % Self.capacity
      }
    }
  }

  /// The requests, oldest first.
  var requests: [LoggedRequest] { ring.withLock { Array($0.requests[$0.next...] + $0.requests[..<$0.next]) } }

  /// Forgets them.
  func clear() { ring.withLock { $0 = Ring() } }
}
