package import CloudKitRecords
package import JSON

/// A CloudKit error, for a whole request or one record.
package struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error code. Servers may send undocumented codes.
  package var code: RecordError.Code
  package var reason: String
  /// The request's ID, in errors of whole requests.
  package var uuid: String?
  /// Seconds to wait before a retry; `nil` if the request should not be retried.
  package var retryAfter: Double?
  /// The URL where a user signs in.
  package var redirectURL: String?

  package init(_ code: RecordError.Code, _ reason: String, retryAfter: Double? = nil) {
    self.code = code
    self.reason = reason
    self.retryAfter = retryAfter
  }

  package init(_ error: RecordError) { self.init(error.code, error.reason) }

  /// Creates an error from its dictionary; returns `nil` if the dictionary has no code.
  package init?(_ object: JSONObject) {
    guard let code = object["serverErrorCode"]?.string else { return nil }
    let wait = object["retryAfter"]
    // Documented as a number; one client's source expects a string.
    self.init(
      RecordError.Code(rawValue: code), object["reason"]?.string ?? "",
      retryAfter: wait?.double ?? wait?.string.flatMap(Double.init))
    uuid = object["uuid"]?.string
    redirectURL = object["redirectURL"]?.string
  }

  package var description: String { reason.isEmpty ? code.rawValue : "\(reason) (\(code.rawValue))" }

  /// The HTTP status for an error of a whole request.
  ///
  /// Source: Apple, CloudKit Web Services Reference, Error Codes; 400 for codes missing there.
  package var status: Int {
    switch code {
    case .accessDenied: 403
    case .authenticationFailed: 401
    case .authenticationRequired: 421
    case .conflict, .exists: 409
    case .internalError: 500
    case .notFound, .zoneNotFound: 404
    case .quotaExceeded, .limitExceeded: 413
    case .throttled: 429
    case .tryAgainLater, .zoneBusy: 503
    case .validatingReference: 412
    default: 400
    }
  }

  /// The body of the answer to a whole request.
  package var body: [UInt8] {
    JSONWriter.document { writer in
      writer.object { writer in
        writer.member("uuid", uuid)
        writer.member("serverErrorCode", code.rawValue)
        writer.member("reason", reason)
        writer.retryAfter(retryAfter)
        writer.member("redirectURL", redirectURL)
      }
    }
  }
}

extension RecordError.Code {
  package static let authenticationFailed = Self(rawValue: "AUTHENTICATION_FAILED")
  package static let authenticationRequired = Self(rawValue: "AUTHENTICATION_REQUIRED")
  package static let internalError = Self(rawValue: "INTERNAL_ERROR")
  package static let throttled = Self(rawValue: "THROTTLED")
  package static let tryAgainLater = Self(rawValue: "TRY_AGAIN_LATER")
  /// The zone is temporarily not writable. CloudKit.framework documents this code, the web services' table does not.
  package static let zoneBusy = Self(rawValue: "ZONE_BUSY")
  package static let zoneNotFound = Self(rawValue: "ZONE_NOT_FOUND")
}

extension JSONWriter {
  /// Writes one record's error, in the recorded order of keys.
  package mutating func error(_ error: ServerError, of name: RecordName?) {
    object { writer in
      writer.member("recordName", name?.rawValue)
      writer.member("reason", error.reason)
      writer.member("serverErrorCode", error.code.rawValue)
      writer.retryAfter(error.retryAfter)
    }
  }

  /// Writes the seconds to wait. Whole numbers have no fraction, for clients that read an integer.
  fileprivate mutating func retryAfter(_ seconds: Double?) {
    if let whole = seconds.flatMap(Int64.init(exactly:)) {
      member("retryAfter", whole)
    } else {
      member("retryAfter", seconds)
    }
  }
}
