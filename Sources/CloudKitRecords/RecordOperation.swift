package struct RecordOperation: Hashable, Sendable {
  /// The kind of change. Forced kinds ignore the change tag.
  ///
  /// Source: Apple, CloudKit Web Services Reference, Modifying Records.
  package enum Kind: String, CaseIterable, Sendable {
    /// Creates a record; fails if a record with the name exists.
    case create
    /// Sets the given fields of an existing record.
    case update
    /// Sets the given fields, creating the record if it is missing.
    case forceUpdate
    /// Sets all fields of an existing record; omitted fields lose their values.
    case replace
    /// Sets all fields, creating the record if it is missing.
    case forceReplace
    case delete
    /// Deletes the record if it exists.
    case forceDelete

    /// Whether the operation requires the change tag of the version it was planned against.
    package var needsChangeTag: Bool { self == .update || self == .replace || self == .delete }
    package var isDelete: Bool { self == .delete || self == .forceDelete }
    package var creates: Bool { self == .create || self == .forceUpdate || self == .forceReplace }
    package var merges: Bool { self == .update || self == .forceUpdate }
    /// Whether the operation ignores the record's version, so that repeating it has no further effect.
    package var isForced: Bool { self == .forceUpdate || self == .forceReplace || self == .forceDelete }
  }

  package var kind: Kind
  /// The record: its name, the change tag if the kind requires one, and the fields to set.
  package var record: Record
  /// The fields to clear, for the kinds that merge.
  package var cleared: Set<String>
  /// The version of the record in another store. A local container stores it instead of a new one; others ignore it.
  package var version: RecordVersion?

  package init(_ kind: Kind, _ record: Record, clearing cleared: Set<String> = []) {
    self.kind = kind
    self.record = record
    self.cleared = cleared
  }
}

package enum RecordResult: Hashable, Sendable {
  case saved(RecordName, changeTag: String)
  case deleted(RecordName)
  /// The operation failed; the record is unchanged.
  case failed(RecordName, RecordError)

  /// `nil` if the operation succeeded.
  package var error: RecordError? { if case .failed(_, let error) = self { error } else { nil } }
}
