import CloudKitRecords
import CloudKitWire
package import Foundation
import Notation

struct RequestFailure: Error, Hashable, Sendable {
  /// The error for a request that is not tried again.
  let error: RecordStoreError
  var isTransient = false
  var retryAfter: Duration?
  /// Whether the server may have applied the request. If so, records are looked up before they are written again.
  var mayHaveBeenDone = false
  /// Whether nothing accepts connections at the server's address.
  var isRefused = false

  /// Whether the server asks for fewer requests. It did not apply this one.
  var isThrottled: Bool { if case .throttled = error { true } else { false } }

  static func throttled(retryAfter: Duration?) -> RequestFailure {
    RequestFailure(error: .throttled(retryAfter: retryAfter), isTransient: true, retryAfter: retryAfter)
  }

  /// Returns the failure of a request that the server could not answer.
  static func unavailable(
    _ reason: String, retryAfter: Duration? = nil, mayHaveBeenDone: Bool = false
  ) -> RequestFailure {
    RequestFailure(
      error: .unavailable(reason: reason), isTransient: true, retryAfter: retryAfter, mayHaveBeenDone: mayHaveBeenDone)
  }

  static func malformed(_ reason: String) -> RequestFailure {
    RequestFailure(error: .malformedReply(reason: reason), isTransient: true, mayHaveBeenDone: true)
  }

  func givenUp(afterTries tries: Int, _ policy: RetryPolicy) -> RecordStoreError {
    let isTooLong = retryAfter.map { $0 > policy.longestRetryAfter } ?? false
    let why =
      isTooLong
      ? "; the server asks for a pause of \(retryAfter?.components.seconds ?? 0) seconds"
      : tries > 1 ? "; tried \(tries) times" : ""
    let advice = "; what was written stays; run the same command again \(isTooLong ? "then" : "later") to finish"
    return switch error {
    case .unavailable(let reason): .unavailable(reason: reason + why + advice)
    case .malformedReply(let reason): .malformedReply(reason: reason + why + advice)
    default: error
    }
  }
}

extension ServerError {
  /// Whether the server did not apply the operation but may accept it later.
  var isTransient: Bool { code == .throttled || code == .tryAgainLater || code == .zoneBusy }

  func failure(_ reason: String) -> RequestFailure {
    let wait = Duration(retryAfter: retryAfter)
    return switch code {
    case .throttled: .throttled(retryAfter: wait)
    case .accessDenied: RequestFailure(error: .accessDenied(reason: reason))
    default: isTransient ? .unavailable(reason, retryAfter: wait) : RequestFailure(error: .badRequest(reason: reason))
    }
  }
}

extension Duration {
  /// Creates a duration from the seconds a server asks for; `nil` if they are not a valid duration.
  package init?(retryAfter seconds: Double?) {
    guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
    self = .seconds(min(seconds, 1e6))
  }

  /// Creates a duration from a `Retry-After` header, in seconds or as a date (RFC 9110, 10.2.3).
  package init?(header: String?, now: Date) {
    guard let wait = header.flatMap({ RetryAfter.duration($0, from: now, atMost: .seconds(1e6)) }) else { return nil }
    self = wait
  }
}
