import CloudKitRecords
import CloudKitWire

/// The reason why a request as a whole is rejected.
struct Refusal: Error, Sendable {
  var error: ServerError
  let status: Int
  /// The actual cause for the log, which the client does not receive.
  let cause: String?

  /// The status defaults to the status of the code.
  init(_ code: RecordError.Code, _ reason: String, status: Int? = nil, retryAfter: Double? = nil, cause: String? = nil)
  {
    error = ServerError(code, reason, retryAfter: retryAfter)
    self.status = status ?? error.status
    self.cause = cause
  }

  /// Returns the error for every failed authentication. It is the same for all causes (reported from live use).
  static func unauthenticated(_ cause: String) -> Refusal {
    Refusal(.authenticationFailed, "Authentication failed", cause: cause)
  }

  /// Returns the refusal of an operation that requires a signed-in user, which a server-to-server key is not.
  static func needsUser(_ what: String) -> Refusal {
    var refusal = Refusal(
      .authenticationRequired, "request needs authorization", cause: "\(what) wants a signed-in user")
    refusal.error.redirectURL = "https://idmsa.apple.com/appleauth/auth/"
    return refusal
  }

  /// Creates a refusal from an error that can also apply to single records.
  init(_ error: RecordError) { self.init(error.code, error.reason) }

  init(_ error: RecordStoreError) {
    switch error {
    case .badRequest(let reason): self.init(.badRequest, reason)
    case .limitExceeded(let reason): self.init(.limitExceeded, reason)
    case .throttled(let wait): self.init(.throttled, "too many requests", retryAfter: wait?.seconds)
    case .unauthorized(let reason): self = .unauthenticated(reason)
    case .accessDenied(let reason): self.init(.accessDenied, reason)
    case .unavailable(let reason), .malformedReply(let reason):
      // The reason may contain a local file name.
      self.init(.internalError, "the emulator's store cannot answer; its log says why", cause: reason)
    case .stopped: self.init(.tryAgainLater, "the emulator is stopping", retryAfter: 1)
    }
  }
}

extension Answer {
  /// Creates the answer to a rejected request: one object (reported from live use).
  init(_ refusal: Refusal) {
    self.init(status: refusal.status, body: [])
    var error = refusal.error
    error.uuid = requestID
    body = error.body
    retryAfter = error.retryAfter
  }
}
