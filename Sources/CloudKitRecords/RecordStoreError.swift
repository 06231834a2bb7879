package enum RecordStoreError: Error, Hashable, Sendable {
  /// The store is throttling requests; `retryAfter` is the delay that the store requests, if any.
  case throttled(retryAfter: Duration?)
  /// The credentials are not accepted. The reason never contains a key, token or signature.
  case unauthorized(reason: String)
  /// The schema does not grant the user the permission that the request needs.
  case accessDenied(reason: String)
  /// The store refuses the whole request and would refuse it again.
  case badRequest(reason: String)
  /// The request is too large; smaller requests may succeed.
  case limitExceeded(reason: String)
  /// The store cannot be reached or is temporarily unavailable.
  case unavailable(reason: String)
  /// The store's file or answer is invalid.
  case malformedReply(reason: String)
  /// The user stopped the run. Finished requests stay applied.
  case stopped
}

extension RecordStoreError {
  /// Whether the store answered and refused the request, so that other requests may succeed.
  package var isRefusal: Bool {
    switch self {
    case .badRequest, .accessDenied, .limitExceeded: true
    case .throttled, .unauthorized, .unavailable, .malformedReply, .stopped: false
    }
  }
}

extension RecordStoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .throttled(.some(let wait)): "the store is throttling requests; try again after \(wait)"
    case .throttled(nil): "the store is throttling requests; try again later"
    case .unauthorized(let reason), .accessDenied(let reason), .badRequest(let reason), .limitExceeded(let reason),
      .unavailable(let reason), .malformedReply(let reason):
      reason
    case .stopped: "stopped before the end; run the same command again to finish"
    }
  }
}
