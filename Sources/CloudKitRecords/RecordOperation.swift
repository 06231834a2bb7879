/// One change asked of a store.
package struct RecordOperation: Hashable, Sendable {
  /// What kind of change. The forced ones do not look at the change tag.
  ///
  /// Source: Apple, CloudKit Web Services Reference, Modifying Records.
  package enum Kind: String, CaseIterable, Sendable {
    /// A new record; fails where one of the name exists.
    case create
    /// The given fields of an existing record.
    case update
    /// The given fields, of a new record if need be.
    case forceUpdate
    /// All fields of an existing record; those not given lose their value.
    case replace
    /// All fields, of a new record if need be.
    case forceReplace
    /// The record goes.
    case delete
    /// The record goes, if it is there.
    case forceDelete

    /// Whether the operation needs the change tag of the version it was planned against.
    package var needsChangeTag: Bool { self == .update || self == .replace || self == .delete }
    /// Whether the record goes.
    package var isDelete: Bool { self == .delete || self == .forceDelete }
  }

  /// What kind of change.
  package var kind: Kind
  /// The record: its name, the change tag where the kind needs one, and the fields to set.
  package var record: Record
  /// Fields to clear, for the kinds that merge.
  package var cleared: Set<String>

  /// A change.
  package init(_ kind: Kind, _ record: Record, clearing cleared: Set<String> = []) {
    self.kind = kind
    self.record = record
    self.cleared = cleared
  }
}

/// What became of one operation.
package enum RecordResult: Hashable, Sendable {
  /// Stored, under this change tag.
  case saved(RecordName, changeTag: String)
  /// Gone.
  case deleted(RecordName)
  /// Not done; the record is as it was.
  case failed(RecordName, RecordError)

  /// Why it failed; `nil` where it did not.
  package var error: RecordError? { if case .failed(_, let error) = self { error } else { nil } }
}

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
    /// The request is too large.
    package static let limitExceeded = Code(rawValue: "LIMIT_EXCEEDED")
    /// The record is too large.
    package static let quotaExceeded = Code(rawValue: "QUOTA_EXCEEDED")
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
