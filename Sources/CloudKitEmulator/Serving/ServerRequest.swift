import Foundation
import JSON

struct ServerRequest: Sendable {
  let method: String
  /// The path without the query.
  let path: Substring
  /// The path, followed by `?` and the query if present.
  let target: String
  /// The relevant headers by lowercase name.
  let headers: [String: String]
  let body: [UInt8]
  /// The server's origin as the client addresses it: `http://127.0.0.1:8080`, or that of a TLS proxy.
  let origin: String

  func header(_ name: String) -> String? { headers[name.lowercased()] }
}

struct Answer: Sendable {
  /// The handling of the connection after an answer.
  enum Delivery: Sendable {
    case whole
    /// Closes the connection after the answer.
    case last
    /// Closes the connection in the middle of the body.
    case truncated
    /// Resets the connection without an answer.
    case reset
  }

  var status = 200
  var body: [UInt8]
  var contentType = "application/json; charset=UTF-8"
  /// Value of `Retry-After`, in seconds.
  var retryAfter: Double?
  var delivery = Delivery.whole
  var refusedRecords: [LoggedRequest.RefusedRecord] = []
  /// Code and reason of a refused management request, for the log.
  var refusalCode, refusalReason: String?
  /// ID of the request, in a header and in errors of whole requests.
  var requestID = UUID().uuidString.lowercased()
  var delay: Duration = .zero

  init(status: Int = 200, body: [UInt8]) {
    self.status = status
    self.body = body
  }

  /// Creates an answer whose body is the object that `members` writes.
  init(capacity: Int = 1024, _ members: (inout JSONWriter) -> Void) {
    self.init(body: JSONWriter.document(capacity: capacity) { $0.object(members) })
  }
}
