import Catalog
package import CloudKitRecords
import CloudKitSchema

/// A kind of record that a seed creates.
package enum SeedKind: String, CaseIterable, Sendable {
  case category, feed, metadata, collection

  /// The plural name of the kind, for reports.
  package var plural: String {
    switch self {
    case .category: "categories"
    case .feed: "feeds"
    case .metadata: "metadata"
    case .collection: "collections"
    }
  }

  /// The table that contains records of the kind.
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

/// A step for one record. The plan provides the record's name, label, and place.
package struct SeedStep: Sendable {
  /// An action on a record.
  package enum Action: Hashable, Sendable {
    /// Create a new record.
    case create
    /// Update an existing record.
    indirect case update([FieldChange], changeTag: String?)
    /// Change nothing: the record already matches the seed.
    case unchanged
    /// Change nothing: another seed, with the given title, states the same feed.
    case duplicate(of: String)
    /// Change nothing, for the given reason.
    case skipped(String)
  }

  /// The reason to skip a feed that the user excludes.
  static let denied = "it is on the denylist"

  /// Whether the step skips a feed that its seed could state, so that the container's record must not be deleted.
  package var isUnresolved: Bool { if case .skipped(let reason) = action { reason != Self.denied } else { false } }

  /// The action on the record. It comes first, so that a step is small: a list has hundreds of thousands.
  package var action: Action
  /// The kind of record.
  package let kind: SeedKind
  /// The index of the seed among those of its kind. Metadata steps use the index of their feed's seed.
  let seed: Int
}

/// A change to one field of a record.
package struct FieldChange: Hashable, Sendable {
  /// The field name.
  package let field: String
  /// The current value, or `nil` for none.
  package let old: FieldValue?
  /// The new value, or `nil` to clear the field.
  package let new: FieldValue?
}

/// The field values that a seed requests for a record.
struct DesiredFields {
  /// The values of the named fields, in the record type's order. `nil` clears a field.
  private(set) var values: [(field: String, value: FieldValue?)] = []
  /// The seed's authority to change fields that already have a value.
  let authority: SeedAuthority

  /// Creates the fields that a seed states or clears, under their names in a layout.
  /// - Parameter value: Returns a field's value as the layout stores it, or `nil` if the seed states none.
  init(
    _ table: CatalogTable, _ seed: SeedFields, _ authority: SeedAuthority, in layout: CatalogLayout,
    value: (CatalogField) -> FieldValue?
  ) {
    self.authority = authority
    for field in table.curated {
      guard let name = field.name(in: layout) else { continue }
      let value = value(field).map(field.canonical)
      if value != nil || seed.clears(field) { values.append((name, value)) }
    }
  }

  /// Returns the changes that bring a record to the requested values.
  func changes(to existing: Record) -> [FieldChange] {
    var changes: [FieldChange] = []
    for (field, value) in values {
      let old = existing.fields[field]
      if old == value || authority == .fillAbsent && old != nil && !isPlaceholder(old, field, of: existing) { continue }
      changes.append(FieldChange(field: field, old: old, new: value))
    }
    return changes
  }

  /// Whether a value is the placeholder title of a feed, which any list may replace.
  private func isPlaceholder(_ value: FieldValue?, _ field: String, of record: Record) -> Bool {
    guard field == FeedField.title.name, let title = value?.string, let url = record[FeedField.feedURL]?.string else {
      return false
    }
    return FeedURL.isPlaceholder(title, of: url)
  }

  /// Returns a new record with the requested values and the initial values of all other fields.
  func record(_ name: RecordName, of table: CatalogTable, in layout: CatalogLayout) -> Record {
    var record = Record(type: table.type(in: layout) ?? table.recordType, name: name)
    record.fields.reserveCapacity(values.count + 6)
    for (field, value) in values where value != nil { record[field] = value }
    for field in table.curated {
      if let initial = field.initial[layout], record[field, layout] == nil { record[field] = initial }
    }
    return record
  }
}
