package import CloudKitRecords

/// A record of a container that its seed folders do not state.
package struct SeedOrphan: Hashable, Sendable {
  /// The kind of record.
  package let kind: SeedKind
  /// The record name.
  package let name: RecordName
  /// The title for reports.
  package let title: String
  /// The change tag when the record was read.
  package let changeTag: String?
  /// The reason to keep the record, or `nil` if it can be removed.
  package var keptBecause: String?

  /// Creates an orphan.
  package init(
    kind: SeedKind, name: RecordName, title: String, changeTag: String?, keptBecause: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.title = title
    self.changeTag = changeTag
    self.keptBecause = keptBecause
  }
}
