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
    /// Whether a record that does not exist is created.
    package var creates: Bool { self == .create || self == .forceUpdate || self == .forceReplace }
    /// Whether fields that are not given keep their values.
    package var merges: Bool { self == .update || self == .forceUpdate }
    /// Whether the operation ignores the record's version, so that repeating it changes nothing more.
    package var isForced: Bool { self == .forceUpdate || self == .forceReplace || self == .forceDelete }
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
