import CloudKitRecords
import CloudKitWire
import Foundation
import JSON
import Notation

extension HTTPTransport.Answer {
  /// Returns the answer's JSON, or the failure that the answer means.
  /// - Parameter now: this machine's current time; a wrong clock may explain a rejected signature.
  func json(now: Date) -> Result<JSONObject, RequestFailure> {
    let object = (try? JSONValue(strict: body))?.object
    if let object, let error = ServerError(object) { return .failure(failure(error, now: now)) }
    guard (200..<300).contains(status) else { return .failure(failureWithoutCode(now: now)) }
    return object.map { .success($0) } ?? .failure(.malformed("CloudKit's answer is \(what)"))
  }

  private func failure(_ error: ServerError, now: Date) -> RequestFailure {
    let wait = Duration(retryAfter: error.retryAfter) ?? Duration(header: retryAfter, now: now)
    let reason = "CloudKit: \(error)"
    switch error.code {
    case .throttled: return .throttled(retryAfter: wait)
    case .tryAgainLater, .zoneBusy: return .unavailable(reason, retryAfter: wait)
    case .internalError: return .unavailable(reason, retryAfter: wait, mayHaveBeenDone: true)
    case .authenticationFailed, .authenticationRequired: return unauthorized(error, now: now)
    case .limitExceeded: return RequestFailure(error: .limitExceeded(reason: reason))
    case .accessDenied: return RequestFailure(error: .accessDenied(reason: reason))
    // An undocumented server error code.
    case _ where status >= 500: return .unavailable(reason, retryAfter: wait, mayHaveBeenDone: true)
    default:
      return RequestFailure(error: .badRequest(reason: error.reason.isEmpty ? error.code.rawValue : error.reason))
    }
  }

  private func failureWithoutCode(now: Date) -> RequestFailure {
    let reason = "CloudKit answered with status \(status) and \(what)"
    let wait = Duration(header: retryAfter, now: now)
    switch status {
    case 429: return .throttled(retryAfter: wait)
    case 401: return unauthorized(ServerError(.authenticationFailed, "status 401 without a reason"), now: now)
    case 503: return .unavailable(reason, retryAfter: wait)
    case 500...: return .unavailable(reason, retryAfter: wait, mayHaveBeenDone: true)
    case 413: return RequestFailure(error: .limitExceeded(reason: reason))
    case 408: return .unavailable(reason, mayHaveBeenDone: true)
    // CloudKit sends an error code with every rejection.
    default: return RequestFailure(error: .malformedReply(reason: reason))
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
    date.flatMap(WrittenDate.date).map { now.timeIntervalSince($0) }
  }

  /// Returns the failure for rejected credentials with the likely cause. CloudKit sends the same text for every cause
  /// (reported from live use).
  private func unauthorized(_ error: ServerError, now: Date) -> RequestFailure {
    var cause =
      "causes: the key ID belongs to another key or container, the key is registered for the other environment, or it "
      + "was revoked; compare them in CloudKit Console"
    if let skew = skew(now: now), abs(skew) > 180 {
      let minutes = Int((abs(skew) / 60).rounded())
      cause =
        "cause: this machine's clock is \(minutes) minutes \(skew > 0 ? "ahead of" : "behind") the server's, and 10"
        + " are too many; set the clock"
    }
    return RequestFailure(error: .unauthorized(reason: "CloudKit: \(error); likely \(cause)"))
  }
}
