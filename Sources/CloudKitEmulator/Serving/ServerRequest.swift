import JSON

/// A request as it came, its body read.
struct ServerRequest: Sendable {
  let method: String
  /// Without its query.
  let path: Substring
  /// The path and, where there is one, `?` and the query.
  let target: String
  /// The headers that matter, by their lower-case names.
  let headers: [String: String]
  let body: [UInt8]
  /// The server as the client calls it: `http://127.0.0.1:8080`.
  let origin: String

  /// A header by its lower-case name.
  func header(_ name: String) -> String? { headers[name] }
}

/// What is answered, and what is done to it on its way.
struct Answer: Sendable {
  /// What happens to the connection.
  enum Delivery: Sendable {
    case whole
    /// It ends after the answer.
    case last
    /// It ends in the middle of the body.
    case truncated
    /// It is reset, and nothing is answered.
    case reset
  }

  var status = 200
  var body: [UInt8]
  var contentType = "application/json; charset=UTF-8"
  /// Seconds.
  var retryAfter: Double?
  var delivery = Delivery.whole
  /// How much later it comes.
  var delay: Duration = .zero

  init(status: Int = 200, body: [UInt8]) {
    self.status = status
    self.body = body
  }

  /// An answer whose body is the object that `members` writes.
  init(capacity: Int = 1024, _ members: (inout JSONWriter) -> Void) {
    self.init(body: JSONWriter.document(capacity: capacity) { $0.object(members) })
  }
}
