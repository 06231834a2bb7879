package import JSON

/// An error of CloudKit's management API.
///
/// Source: Apple, CKTool JS, `RequestError` and `AuthenticationRequiredError`.
package struct ManagementError: Error, Hashable, Sendable {
  package var code: Int
  /// The error code, such as `authorization-failed`.
  package var message: String
  package var reason: String
  package var detailedMessage: String?
  package var requestUUID: String?
  /// Seconds to wait before another request.
  package var retryAfterSeconds: Double?
  /// The page where a user signs in, in answers with status 421.
  package var redirectURL: String?

  package init(_ code: Int, _ message: String, _ reason: String) {
    self.code = code
    self.message = message
    self.reason = reason
  }

  /// Reads an error; returns `nil` if the object is not one.
  package init?(_ object: JSONObject) {
    guard let code = object["code"]?.int64.flatMap(Int.init(exactly:)), let message = object["message"]?.string,
      let reason = object["reason"]?.string
    else { return nil }
    self.init(code, message, reason)
    detailedMessage = object["detailedMessage"]?.string
    requestUUID = object["requestUuid"]?.string
    retryAfterSeconds = object["retryAfterSeconds"]?.double
    redirectURL = object["redirectUrl"]?.string
  }

  package var body: [UInt8] {
    JSONWriter.document { writer in
      writer.object { error in
        error.member("code", Int64(code))
        error.member("message", message)
        error.member("reason", reason)
        error.member("detailedMessage", detailedMessage)
        error.member("requestUuid", requestUUID)
        error.member("retryAfterSeconds", retryAfterSeconds)
        error.member("redirectUrl", redirectURL)
      }
    }
  }
}

extension ManagementError: CustomStringConvertible {
  package var description: String {
    var text = reason.isEmpty ? message : "\(message): \(reason)"
    if let detailedMessage, detailedMessage != reason { text += "; \(detailedMessage)" }
    return requestUUID.map { "\(text) (request \($0))" } ?? text
  }
}
