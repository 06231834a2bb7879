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

  /// Creates an orphan from a container's record.
  package init(_ record: Record, _ kind: SeedKind, keptBecause: String? = nil) {
    self.kind = kind
    name = record.name
    title = record.title
    changeTag = record.changeTag
    self.keptBecause = keptBecause
  }
}

extension Record {
  /// The title or name of a catalog record, or its record name.
  package var title: String { (self["title"] ?? self["name"])?.string ?? name.rawValue }
}
