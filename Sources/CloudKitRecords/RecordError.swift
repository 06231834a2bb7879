package import CloudKitSchema

/// The reason that the operation on one record failed. Other operations of the request may have succeeded.
package struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
  /// CloudKit's error code. Servers may send undocumented codes.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// Another writer changed the record after it was read.
    package static let conflict = Code(rawValue: "CONFLICT")
    package static let exists = Code(rawValue: "EXISTS")
    package static let notFound = Code(rawValue: "NOT_FOUND")
    package static let badRequest = Code(rawValue: "BAD_REQUEST")
    /// The schema does not grant the required permission.
    package static let accessDenied = Code(rawValue: "ACCESS_DENIED")
    /// A VALIDATE reference prevents the operation.
    package static let validatingReference = Code(rawValue: "VALIDATING_REFERENCE_ERROR")
    package static let quotaExceeded = Code(rawValue: "QUOTA_EXCEEDED")
    package static let limitExceeded = Code(rawValue: "LIMIT_EXCEEDED")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  package var description: String { "\(reason) (\(code.rawValue))" }
}

/// Errors that several parts of the program share. The texts are CloudKit's where known (reports collected 2026-11).
extension RecordError {
  package static let missing = RecordError(.notFound, "Record not found")
  /// The record to create already exists. Apple documents the code EXISTS; clients tested on the live service expect
  /// CONFLICT.
  package static let alreadyExists = RecordError(.conflict, "record to insert already exists")
  /// The record has changed since it was read.
  package static let stale = RecordError(.conflict, "client oplock error updating record")

  /// Returns an error for an undeclared record type. The code is that which clients tested on the live service expect;
  /// CloudKit's text is unverified.
  package static func unknownType(_ type: RecordType.Name) -> RecordError {
    RecordError(.notFound, "did not find record type: \(type)")
  }

  /// Returns an error for a reserved or undeclared field. CloudKit's text for undeclared fields is unverified.
  package static func notSettable(_ field: String, of type: RecordType.Name) -> RecordError {
    RecordError(
      .badRequest,
      SystemField.isReserved(field)
        ? "Unprivileged attempt to insert a system field: \(field)"
        : "Cannot create or modify field '\(field)' in record '\(type)': no such field")
  }

  package static func misfit(_ type: FieldType) -> RecordError {
    RecordError(.badRequest, "Invalid value, expected type \(type.wireName).")
  }

  /// Returns an error for a number that JSON cannot represent.
  package static func notFinite(_ field: String) -> RecordError {
    RecordError(.badRequest, "Invalid value, field '\(field)' is not a finite number")
  }
}
