import Catalog
package import CloudKitRecords
import CloudKitSchema

package enum SeedKind: String, CaseIterable, Sendable {
  case category, feed, metadata, collection

  package var plural: String {
    switch self {
    case .category: "categories"
    case .feed: "feeds"
    case .metadata: "metadata"
    case .collection: "collections"
    }
  }

  var table: CatalogTable {
    switch self {
    case .category: .categories
    case .feed: .feeds
    case .metadata: .metadata
    case .collection: .collections
    }
  }

  func recordType(in layout: CatalogLayout) -> RecordType.Name { table.type(in: layout) ?? table.recordType }
}

/// A step of a plan: what happens to one record, and the change that does it.
package struct SeedStep: Sendable {
  package enum Action: Hashable, Sendable {
    case create
    case update
    /// The record already matches the seed.
    case unchanged
    /// Another seed, with the given title, states the same record.
    case duplicate(of: String)
    /// Nothing is written, for the given reason.
    case skipped(String)
  }

  /// The reason to skip a feed that the user excludes.
  static let denied = "it is on the denylist"

  package let kind: SeedKind
  package let title: String
  /// `nil` for a seed without a record.
  package let recordName: RecordName?
  /// `nil` for records that the tool adds.
  package let place: SeedPlace?
  package let action: Action
  /// `nil` if nothing is written.
  package let change: PlannedChange?
  /// The record to compare with again if another writer changes it; `nil` if nothing is written in any case.
  let desired: DesiredRecord?

  /// Creates a step that brings a record to what a seed states.
  /// - Parameter existing: The record in the container, or `nil` to create it.
  init(_ desired: DesiredRecord, on existing: Record?) {
    (kind, title, place) = (desired.kind, desired.title, desired.place)
    self.desired = desired
    guard let existing else {
      recordName = desired.name
      action = .create
      change = PlannedChange(RecordOperation(.create, desired.record()), title: title, file: place?.file)
      return
    }
    recordName = existing.name
    let changes = desired.changes(to: existing)
    action = changes.isEmpty ? .unchanged : .update
    if changes.isEmpty {
      change = nil
    } else {
      var fields = RecordFields()
      for change in changes { fields[change.field] = change.new }
      let cleared = Set(changes.filter { $0.new == nil }.map(\.field))
      change = existing.change(fields, clearing: cleared, title: title, file: place?.file)
    }
  }

  init(unchanged desired: DesiredRecord) {
    self.init(desired.kind, desired.title, desired.name, at: desired.place, .unchanged)
  }

  init(_ kind: SeedKind, _ title: String, _ recordName: RecordName? = nil, at place: SeedPlace?, _ action: Action) {
    self.kind = kind
    self.title = title
    self.recordName = recordName
    self.place = place
    self.action = action
    change = nil
    desired = nil
  }

  /// Whether the step skips a feed that its seed could state, so that the container's record must not be deleted.
  package var isUnresolved: Bool { if case .skipped(let reason) = action { reason != Self.denied } else { false } }
}
