import CloudKitRecords
import CloudKitWire
import Foundation

/// Why one try of a request was not answered as it should be.
struct RequestFailure: Error, Hashable, Sendable {
  /// What to make of it.
  enum Kind: Hashable, Sendable {
    /// The server wants fewer requests, and has not done this one.
    case throttled
    /// The server cannot work, or cannot be reached.
    case unavailable
    /// The answer is not what it should be.
    case malformed
    /// The credentials are not accepted.
    case unauthorized
    /// The same request would be refused again.
    case refused
    /// The request is too large; a smaller one may be accepted.
    case tooLarge
    /// The server is left alone after too many failures.
    case resting
  }

  let kind: Kind
  let reason: String
  /// What the server asks for.
  var retryAfter: Duration?
  /// Whether the server may have done what was asked: then nothing is written again before it is looked up.
  var mayHaveBeenDone = false

  /// Whether another try may succeed.
  var isTransient: Bool { kind == .throttled || kind == .unavailable || kind == .malformed }

  /// What becomes of it when no other try is made.
  var storeError: RecordStoreError {
    switch kind {
    case .throttled: .throttled(retryAfter: retryAfter)
    case .unavailable, .resting: .unavailable(reason: reason)
    case .malformed: .malformedReply(reason: reason)
    case .unauthorized: .unauthorized(reason: reason)
    case .refused: .badRequest(reason: reason)
    case .tooLarge: .limitExceeded(reason: reason)
    }
  }
}

extension RequestFailure {
  /// What becomes of a failure that might have passed, had there been another try.
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
  /// Whether the server says that the same may succeed later, and has not done it.
  var isTransient: Bool {
    self == .throttled || self == .tryAgainLater || self == .zoneBusy
  }

  /// What it is for a request that a record of it has failed so.
  var kindOfFailure: RequestFailure.Kind {
    if self == .throttled { return .throttled }
    return isTransient ? .unavailable : .refused
  }
}

extension Duration {
  /// The seconds a server asks for; `nil` for what is no time.
  init?(retryAfter seconds: Double?) {
    guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
    self = .seconds(min(seconds, 1e6))
  }

  /// The header's form, of seconds or a date (RFC 9110, 10.2.3).
  init?(header: String?, now: Date) {
    guard let header else { return nil }
    self.init(retryAfter: Double(header) ?? HTTPDate.parse(header).map { max(0, $0.timeIntervalSince(now)) })
  }
}
