package import CloudKitSchema

/// Why one record's operation failed. Others of the request may have succeeded.
package struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
  /// CloudKit's code, open: a server may send codes nobody documented.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as it stands on the wire.
    package let rawValue: String

    /// A code by its text.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Somebody else changed the record since it was read.
    package static let conflict = Code(rawValue: "CONFLICT")
    /// A record of the name exists.
    package static let exists = Code(rawValue: "EXISTS")
    /// No record of the name exists.
    package static let notFound = Code(rawValue: "NOT_FOUND")
    /// The record does not fit the schema.
    package static let badRequest = Code(rawValue: "BAD_REQUEST")
    /// The schema grants no such permission.
    package static let accessDenied = Code(rawValue: "ACCESS_DENIED")
    /// A VALIDATE reference forbids it.
    package static let validatingReference = Code(rawValue: "VALIDATING_REFERENCE_ERROR")
    /// The record is too large.
    package static let quotaExceeded = Code(rawValue: "QUOTA_EXCEEDED")
    /// The request is too large.
    package static let limitExceeded = Code(rawValue: "LIMIT_EXCEEDED")
  }

  /// What kind of failure.
  package let code: Code
  /// What the store says of it.
  package let reason: String

  /// A failure.
  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  package var description: String { "\(reason) (\(code.rawValue))" }
}

/// The reasons that more than one part of the program gives. Texts are CloudKit's where they are known (reports collected
/// 2026-11).
extension RecordError {
  /// No record has the name.
  package static let missing = RecordError(.notFound, "Record not found")
  /// A record to create exists already.
  package static let alreadyExists = RecordError(.exists, "record to insert already exists")
  /// The record has changed since it was read.
  package static let stale = RecordError(.conflict, "client oplock error updating record")

  /// The schema declares no such record type. CloudKit's text is unverified.
  package static func unknownType(_ type: RecordType.Name) -> RecordError {
    RecordError(.badRequest, "did not find record type: \(type)")
  }

  /// A record cannot set the field, which is reserved or not declared. CloudKit's text for the latter is unverified.
  package static func notSettable(_ field: String, of type: RecordType.Name) -> RecordError {
    RecordError(
      .badRequest,
      SystemField.isReserved(field)
        ? "Unprivileged attempt to insert a system field: \(field)"
        : "Cannot create or modify field '\(field)' in record '\(type)': no such field")
  }

  /// The value is not one of the declared type.
  package static func misfit(_ type: FieldType) -> RecordError {
    RecordError(.badRequest, "Invalid value, expected type \(type.wireName).")
  }

  /// The value is a number that JSON does not have.
  package static func notFinite(_ field: String) -> RecordError {
    RecordError(.badRequest, "Invalid value, field '\(field)' is not a finite number")
  }
}
