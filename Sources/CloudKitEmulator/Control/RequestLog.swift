import CloudKitRecords
import Synchronization

/// A log entry for one request, without keys, signatures or tokens.
package struct LoggedRequest: Codable, Sendable {
  /// Time of the answer, in milliseconds since 1970.
  package let time: Int64
  package let method: String
  /// Path without the query, which may contain tokens.
  package let path: String
  /// HTTP status; 0 if the connection was reset instead of answered.
  package let status: Int
  package var serverErrorCode: String?
  /// Reason sent to the client.
  package var reason: String?
  /// Actual cause, if the client received less detail.
  package var cause: String?
  package var fault: String?
  /// Records that the request could not change or read, although its status is 200.
  package var records: [RefusedRecord]?

  package struct RefusedRecord: Codable, Hashable, Sendable {
    package let recordName: String
    package let serverErrorCode: String
    /// Reason sent to the client.
    package let reason: String

    init(_ name: RecordName, _ error: RecordError) {
      recordName = name.rawValue
      serverErrorCode = error.code.rawValue
      reason = error.reason
    }
  }
}

/// A log of the most recent requests, for testing clients.
final class RequestLog: Sendable {
  static let capacity = 1000

  private struct Ring {
    var requests: [LoggedRequest] = []
    var next = 0
  }

  private let ring = Mutex(Ring())

  /// Adds a request, replacing the oldest one if the log is full.
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

  /// The logged requests, oldest first.
  var requests: [LoggedRequest] { ring.withLock { Array($0.requests[$0.next...] + $0.requests[..<$0.next]) } }

  func clear() { ring.withLock { $0 = Ring() } }
}
