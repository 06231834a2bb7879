import Catalog
import CloudKitRecords
import CloudKitSchema

/// The record that a seed asks for, however the container has it.
struct DesiredRecord: Sendable {
  let kind: SeedKind
  /// The name of a new record. An existing record keeps its name.
  let name: RecordName
  let title: String
  /// `nil` for records that the tool adds.
  let place: SeedPlace?
  let layout: CatalogLayout
  let authority: SeedAuthority
  /// The fields to set although the seed otherwise fills absent fields only.
  var decided: Set<String> = []
  /// The stated values in the order of the table; `nil` clears a field.
  var values: [(field: String, value: FieldValue?)] = []
  /// The values of a new record for fields that the seed does not state.
  var defaults: [(field: String, value: FieldValue)] = []
  /// A field that changes with any other, such as the date of the last change.
  var stamp: (field: CatalogField, value: FieldValue)?
  /// The https address that replaces a stored http address of the same feed.
  var secureAddress: FeedURL?
  /// The address that replaces the stored one of a feed that has moved.
  var newAddress: FeedURL?

  var type: RecordType.Name { kind.recordType(in: layout) }

  /// Adds the fields that a seed states or clears, under their names in the layout.
  /// - Parameter value: Returns a field's value as the layout stores it, or `nil` if the seed states none.
  mutating func state(_ seed: SeedFields, value: (CatalogField) -> FieldValue?) {
    for field in kind.table.curated {
      guard let name = field.name(in: layout) else { continue }
      let value = value(field).map(field.canonical)
      if value != nil || seed.clears(field) { values.append((name, value)) }
    }
  }

  /// Returns the changes that bring a record to the stated values.
  func changes(to existing: Record) -> [FieldChange] {
    var changes = addressChanges(on: existing)
    for (field, value) in values {
      let old = existing.fields[field]
      if old == value || keeps(old, of: field, on: existing) { continue }
      // A file from a list of addresses states them as titles, which 'update' fills.
      if old != nil, isPlaceholder(value, field, of: existing), !isPlaceholder(old, field, of: existing) { continue }
      changes.append(FieldChange(field: field, old: old, new: value))
    }
    if let stamp, !changes.isEmpty {
      changes.append(FieldChange(field: stamp.field.name, old: existing[stamp.field], new: stamp.value))
    }
    return changes
  }

  /// Returns the stated values that leave a record as it is, because it has other ones.
  func kept(on existing: Record) -> [FieldChange] {
    values.compactMap { field, value in
      guard let old = existing.fields[field], old != value, keeps(old, of: field, on: existing) else { return nil }
      return FieldChange(field: field, old: old, new: value)
    }
  }

  /// Whether a stored value wins over a stated one.
  private func keeps(_ old: FieldValue?, of field: String, on existing: Record) -> Bool {
    authority == .fillAbsent && old != nil && !decided.contains(field) && !isPlaceholder(old, field, of: existing)
  }

  /// Whether a value is the placeholder title of a feed, which any list may replace.
  private func isPlaceholder(_ value: FieldValue?, _ field: String, of record: Record) -> Bool {
    guard field == FeedField.title.name, let title = value?.string, let url = record[FeedField.feedURL]?.string else {
      return false
    }
    return FeedURL.isPlaceholder(title, of: url)
  }

  /// Returns the changes of a feed's address, and of a title that stands for it.
  private func addressChanges(on existing: Record) -> [FieldChange] {
    let old = existing[FeedField.feedURL]
    let stored = existing.feedURL
    var address = newAddress
    if let secureAddress, let stored, !stored.isSecure, stored.key == secureAddress.key { address = secureAddress }
    guard let address, stored?.canonical != address.canonical else { return [] }
    var changes = [FieldChange(field: FeedField.feedURL.name, old: old, new: .string(address.canonical))]
    let title = existing[FeedField.title]
    let isStated = values.contains { $0.field == FeedField.title.name }
    if !isStated, stored?.key != address.key, isPlaceholder(title, FeedField.title.name, of: existing) {
      let new = FieldValue.string(address.key.description)
      changes.append(FieldChange(field: FeedField.title.name, old: title, new: new))
    }
    return changes
  }

  /// Whether a record is another feed than the one to create, although it has the name of the new record.
  func isAnotherFeed(_ existing: Record) -> Bool {
    guard kind == .feed, let stored = existing.feedURL else { return false }
    let own = defaults.first { $0.field == FeedField.feedURL.name }?.value.string.flatMap { try? FeedURL($0) }
    return own.map { $0.key != stored.key } ?? false
  }

  /// Returns a new record with the stated values and the initial values of all other fields.
  func record() -> Record {
    var record = Record(type: type, name: name)
    record.fields.reserveCapacity(values.count + defaults.count + 4)
    for (field, value) in values where value != nil { record[field] = value }
    for (field, value) in defaults where record[field] == nil { record[field] = value }
    for field in kind.table.curated {
      if let initial = field.initial[layout], record[field, layout] == nil, let name = field.name(in: layout) {
        record[name] = initial
      }
    }
    return record
  }
}
