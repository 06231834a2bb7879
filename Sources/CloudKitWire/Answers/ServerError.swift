package import CloudKitRecords
package import JSON

/// An error as CloudKit answers it, of a whole request or of one record.
package struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The code, open: a server may send codes nobody documented.
  package var code: RecordError.Code
  /// What the server says of it; empty where it says nothing.
  package var reason: String
  /// The request's id, for whole requests.
  package var uuid: String?
  /// Seconds to wait; without it the same is not to be tried again.
  package var retryAfter: Double?
  /// Where a person signs in.
  package var redirectURL: String?

  /// An error.
  package init(_ code: RecordError.Code, _ reason: String, uuid: String? = nil, retryAfter: Double? = nil) {
    self.code = code
    self.reason = reason
    self.uuid = uuid
    self.retryAfter = retryAfter
  }

  /// An error from its dictionary; `nil` where there is no code.
  package init?(_ object: JSONObject) {
    guard let code = object["serverErrorCode"]?.string else { return nil }
    let wait = object["retryAfter"]
    // A number as documented; one client's source expects text.
    self.init(
      RecordError.Code(rawValue: code), object["reason"]?.string ?? "", uuid: object["uuid"]?.string,
      retryAfter: wait?.double ?? wait?.string.flatMap(Double.init))
    redirectURL = object["redirectURL"]?.string
  }

  package var description: String { reason.isEmpty ? code.rawValue : "\(reason) (\(code.rawValue))" }

  /// The HTTP status of a whole request's error.
  ///
  /// Source: Apple, CloudKit Web Services Reference, Error Codes; 400 for a code that is not there.
  package var status: Int {
    switch code.rawValue {
    case "ACCESS_DENIED": 403
    case "AUTHENTICATION_FAILED": 401
    case "AUTHENTICATION_REQUIRED": 421
    case "CONFLICT", "EXISTS": 409
    case "INTERNAL_ERROR": 500
    case "NOT_FOUND", "ZONE_NOT_FOUND": 404
    case "QUOTA_EXCEEDED": 413
    case "THROTTLED": 429
    case "TRY_AGAIN_LATER", "ZONE_BUSY": 503
    case "VALIDATING_REFERENCE_ERROR": 412
    default: 400
    }
  }

  /// A whole request's body.
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
  /// The credentials are not accepted.
  package static let authenticationFailed = Self(rawValue: "AUTHENTICATION_FAILED")
  /// A user has to sign in.
  package static let authenticationRequired = Self(rawValue: "AUTHENTICATION_REQUIRED")
  /// The server failed.
  package static let internalError = Self(rawValue: "INTERNAL_ERROR")
  /// Too many requests.
  package static let throttled = Self(rawValue: "THROTTLED")
  /// The server cannot work now.
  package static let tryAgainLater = Self(rawValue: "TRY_AGAIN_LATER")
  /// The zone cannot be written now; CloudKit.framework has it, the web services' table does not.
  package static let zoneBusy = Self(rawValue: "ZONE_BUSY")
  /// No zone of the name exists.
  package static let zoneNotFound = Self(rawValue: "ZONE_NOT_FOUND")
  /// Another operation of an atomic request failed.
  package static let atomicError = Self(rawValue: "ATOMIC_ERROR")
}

extension JSONWriter {
  /// One record's error, in the recorded order of its keys.
  package mutating func error(_ error: ServerError, of name: RecordName?) {
    object { writer in
      writer.member("recordName", name?.rawValue)
      writer.member("reason", error.reason)
      writer.member("serverErrorCode", error.code.rawValue)
      writer.retryAfter(error.retryAfter)
    }
  }

  /// The seconds to wait: whole ones without a fraction, for clients that read an integer.
  fileprivate mutating func retryAfter(_ seconds: Double?) {
    if let whole = seconds.flatMap(Int64.init(exactly:)) {
      member("retryAfter", whole)
    } else {
      member("retryAfter", seconds)
    }
  }
}
