import CloudKitRecords
import CloudKitWire
import Foundation
import HTTPHeaders

/// The reason that one try of a request failed.
struct RequestFailure: Error, Hashable, Sendable {
  /// The category of a failure, which decides how to handle it.
  enum Kind: Hashable, Sendable {
    /// The server asks for fewer requests and did not apply this one.
    case throttled
    /// The server is not working or not reachable.
    case unavailable
    /// The answer is invalid.
    case malformed
    /// The answer does not come from CloudKit.
    case foreign
    /// The server rejects the credentials.
    case unauthorized
    /// The schema does not grant the permission.
    case accessDenied
    /// The request is too large.
    case tooLarge
    /// The server would reject the same request again.
    case refused
    /// The circuit breaker is open after too many failures.
    case resting
  }

  let kind: Kind
  let reason: String
  /// The delay that the server asks for.
  var retryAfter: Duration?
  /// Whether the server may have applied the request. If so, records are looked up before they are written again.
  var mayHaveBeenDone = false

  /// Whether another try may succeed.
  var isTransient: Bool { kind == .throttled || kind == .unavailable || kind == .malformed }

  /// The store error for a request that is not tried again.
  var storeError: RecordStoreError {
    switch kind {
    case .throttled: .throttled(retryAfter: retryAfter)
    case .unavailable, .resting: .unavailable(reason: reason)
    case .malformed, .foreign: .malformedReply(reason: reason)
    case .unauthorized: .unauthorized(reason: reason)
    case .accessDenied: .accessDenied(reason: reason)
    case .tooLarge: .limitExceeded(reason: reason)
    case .refused: .badRequest(reason: reason)
    }
  }
}

extension RequestFailure {
  /// Returns the store error for a temporary failure after the last try.
  func givenUp(afterTries tries: Int, _ policy: RetryPolicy) -> RecordStoreError {
    let isTooLong = retryAfter.map { $0 > policy.longestRetryAfter } ?? false
    let why =
      isTooLong
      ? "; the server asks to be left alone for \(retryAfter?.components.seconds ?? 0) seconds"
      : tries > 1 ? "; tried \(tries) times" : ""
    let reason =
      reason + why + "; what was written stays; run the same command again \(isTooLong ? "then" : "later") to finish"
    return switch kind {
    case .unavailable: .unavailable(reason: reason)
    case .malformed: .malformedReply(reason: reason)
    default: storeError
    }
  }
}

extension RecordError.Code {
  /// Whether the server did not apply the operation but may accept it later.
  var isTransient: Bool {
    self == .throttled || self == .tryAgainLater || self == .zoneBusy
  }

  /// The kind of request failure that a record's error with this code means.
  var kindOfFailure: RequestFailure.Kind {
    switch self {
    case .throttled: .throttled
    case .accessDenied: .accessDenied
    default: isTransient ? .unavailable : .refused
    }
  }
}

extension Duration {
  /// Creates a duration from the seconds a server asks for; `nil` if they are not a valid duration.
  init?(retryAfter seconds: Double?) {
    guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
    self = .seconds(min(seconds, 1e6))
  }

  /// Creates a duration from a `Retry-After` header, in seconds or as a date (RFC 9110, 10.2.3).
  init?(header: String?, now: Date) {
    guard let wait = header.flatMap({ RetryAfter.duration($0, from: now, atMost: .seconds(1e6)) }) else { return nil }
    self = wait
  }
}
