import CloudKitRecords
import CloudKitWire
import Foundation
import HTTPHeaders
import JSON

extension HTTPTransport.Answer {
  /// Returns the answer's JSON, or the failure that the answer means.
  /// - Parameter now: this machine's current time; a wrong clock may explain a rejected signature.
  func json(now: Date) -> Result<JSONObject, RequestFailure> {
    let object = (try? JSONValue(strict: body))?.object
    if let object, let error = ServerError(object) { return .failure(failure(error, now: now)) }
    if (200..<300).contains(status) {
      if let object { return .success(object) }
      return .failure(
        RequestFailure(kind: .malformed, reason: "CloudKit's answer is \(what)", mayHaveBeenDone: true))
    }
    return .failure(failureWithoutCode(now: now))
  }

  private func failure(_ error: ServerError, now: Date) -> RequestFailure {
    let wait = Duration(retryAfter: error.retryAfter) ?? Duration(header: retryAfter, now: now)
    switch error.code {
    case .throttled: return RequestFailure(kind: .throttled, reason: error.description, retryAfter: wait)
    case .tryAgainLater, .zoneBusy:
      return RequestFailure(kind: .unavailable, reason: "CloudKit: \(error)", retryAfter: wait)
    case .internalError:
      return RequestFailure(kind: .unavailable, reason: "CloudKit: \(error)", retryAfter: wait, mayHaveBeenDone: true)
    case .authenticationFailed, .authenticationRequired:
      return RequestFailure(kind: .unauthorized, reason: Self.unauthorized(error, skew: skew(now: now)))
    case .limitExceeded:
      return RequestFailure(kind: .tooLarge, reason: "CloudKit: \(error)")
    case .accessDenied:
      return RequestFailure(kind: .accessDenied, reason: "CloudKit: \(error)")
    default:
      // An undocumented server error code.
      if status >= 500 {
        return RequestFailure(
          kind: .unavailable, reason: "CloudKit: \(error)", retryAfter: wait, mayHaveBeenDone: true)
      }
      return RequestFailure(kind: .refused, reason: error.reason.isEmpty ? error.code.rawValue : error.reason)
    }
  }

  private func failureWithoutCode(now: Date) -> RequestFailure {
    let reason = "CloudKit answered with status \(status) and \(what)"
    let wait = Duration(header: retryAfter, now: now)
    switch status {
    case 429: return RequestFailure(kind: .throttled, reason: reason, retryAfter: wait)
    case 401:
      let error = ServerError(.authenticationFailed, "status 401 without a reason")
      return RequestFailure(kind: .unauthorized, reason: Self.unauthorized(error, skew: skew(now: now)))
    case 503: return RequestFailure(kind: .unavailable, reason: reason, retryAfter: wait)
    case 500...: return RequestFailure(kind: .unavailable, reason: reason, retryAfter: wait, mayHaveBeenDone: true)
    case 413: return RequestFailure(kind: .tooLarge, reason: reason)
    case 408: return RequestFailure(kind: .unavailable, reason: reason, mayHaveBeenDone: true)
    // CloudKit sends an error code with every rejection.
    default: return RequestFailure(kind: .foreign, reason: reason)
    }
  }

  /// A description of a body that is not the expected JSON. It never quotes the body.
  private var what: String {
    if body.isEmpty { return "an empty body" }
    if body.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") || contentType?.contains("html") == true {
      return "a web page, as a proxy or a captive network sends"
    }
    if (try? JSONValue(strict: body))?.object != nil { return "a JSON object that has no serverErrorCode" }
    return "\(body.count) bytes that are not a JSON object"
  }

  /// Returns the seconds that this machine's clock is ahead of the server's; `nil` if the server's time is unknown.
  func skew(now: Date) -> TimeInterval? {
    date.flatMap(HTTPDate.date).map { now.timeIntervalSince($0) }
  }

  /// Returns the message for rejected credentials with the likely cause. CloudKit sends the same text for every cause
  /// (reported from live use).
  private static func unauthorized(_ error: ServerError, skew: TimeInterval?) -> String {
    if let skew, abs(skew) > 180 {
      let minutes = Int((abs(skew) / 60).rounded())
      return "CloudKit: \(error); the likely cause: this machine's clock is \(minutes) minutes "
        + (skew > 0 ? "ahead of" : "behind") + " the server's, and 10 are too many; set the clock"
    }
    return "CloudKit: \(error); the likely causes: the key id is of another key or another container, the key is "
      + "registered for the other environment, or it was revoked; 'celestra-admin container check' looks into it"
  }
}
