import CloudKitRecords
import CloudKitWire
import Foundation

/// Why a request as a whole is refused.
struct Refusal: Error, Sendable {
  /// What is answered.
  var error: ServerError
  /// The HTTP status.
  let status: Int
  /// The true cause, for the log: what the client is not told.
  let cause: String?

  /// A refusal; its status is the code's, where nothing else is said.
  init(_ code: RecordError.Code, _ reason: String, status: Int? = nil, retryAfter: Double? = nil, cause: String? = nil)
  {
    error = ServerError(code, reason, uuid: UUID().uuidString.lowercased(), retryAfter: retryAfter)
    self.status = status ?? error.status
    self.cause = cause
  }

  /// The one answer to every failure of authentication, whatever the cause (reported from live use).
  static func unauthenticated(_ cause: String) -> Refusal {
    Refusal(.authenticationFailed, "Authentication failed", cause: cause)
  }

  /// A user would have to sign in, which a server-to-server key cannot.
  static func needsUser(_ what: String) -> Refusal {
    var refusal = Refusal(
      .authenticationRequired, "request needs authorization", cause: "\(what) wants a signed-in user")
    refusal.error.redirectURL = "https://idmsa.apple.com/appleauth/auth/"
    return refusal
  }

  /// What has to be there is not (reported from live use of `recordChangeTag`).
  static func missing(_ field: String) -> Refusal {
    Refusal(.badRequest, "BadRequestException: missing required field '\(field)'")
  }

  /// What a request's decoding says.
  init(_ error: RequestError) { self.init(.badRequest, error.reason) }

  /// What a store's failure is on the wire.
  init(_ error: RecordStoreError) {
    switch error {
    case .badRequest(let reason): self.init(.badRequest, reason)
    case .limitExceeded(let reason): self.init(.limitExceeded, reason)
    case .throttled(let wait): self.init(.throttled, "too many requests", retryAfter: wait?.seconds)
    case .unauthorized(let reason): self = .unauthenticated(reason)
    case .unavailable(let reason), .malformedReply(let reason):
      // The reason may name a file of this machine.
      self.init(.internalError, "the emulator's store cannot answer; its log says why", cause: reason)
    case .stopped: self.init(.tryAgainLater, "the emulator is stopping", retryAfter: 1)
    }
  }
}

extension Answer {
  /// The answer that refuses a request: one object (reported from live use).
  init(_ refusal: Refusal) {
    self.init(status: refusal.status, body: refusal.error.body)
    retryAfter = refusal.error.retryAfter
  }
}
