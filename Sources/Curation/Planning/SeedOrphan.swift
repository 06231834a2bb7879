package import CloudKitRecords

/// A record of a container that its seed folders do not state.
package struct SeedOrphan: Hashable, Sendable {
  /// What the record is.
  package let kind: SeedKind
  /// Its name.
  package let name: RecordName
  /// What to call it.
  package let title: String
  /// The version it was read at.
  package let changeTag: String?
  /// Why it stays all the same; `nil` for one that may go.
  package var keptBecause: String?

  /// A record that is not stated.
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
