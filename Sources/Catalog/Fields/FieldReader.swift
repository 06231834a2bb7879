package import CloudKitRecords
import CloudKitSchema

/// Reads a record's fields with the types that a layout gives them.
struct FieldReader {
  private let record: Record
  private let layout: CatalogLayout

  init(_ record: Record, in layout: CatalogLayout) {
    self.record = record
    self.layout = layout
  }

  /// Returns the stored value, or `nil` if the record or the layout lacks the field.
  /// - Throws: `.wrongType` if the value has another type.
  func value(_ field: CatalogField) throws(RecordDecodingError) -> FieldValue? {
    guard let name = field.name(in: layout), let stored = record[name] else { return nil }
    if field.accepts(stored, in: layout) { return stored }
    let type = field.type(in: layout)
    let expected = type.primitive.rawValue + (type.isList ? "_LIST" : "")
    throw error(.wrongType(field: name, expected: expected, found: stored.typeName))
  }

  func required(_ field: CatalogField) throws(RecordDecodingError) -> String {
    guard let text = try value(field)?.string else { throw missing(field) }
    return text
  }

  func string(_ field: CatalogField) throws(RecordDecodingError) -> String? { try value(field)?.string }

  /// Returns a record name or a display name, depending on the layout.
  func name(_ field: CatalogField) throws(RecordDecodingError) -> String? {
    let value = try value(field)
    return value?.reference?.recordName.rawValue ?? value?.string
  }

  /// Returns a whole number; the nearest valid one for a number outside the field's range, which `audit` reports.
  func integer(_ field: CatalogField) throws(RecordDecodingError) -> Int? {
    guard let value = try value(field) else { return nil }
    let number = value.int64.map(Int.init) ?? value.number.flatMap { Int(exactly: $0) }
    return number.map(field.clamped)
  }

  /// Returns a number in the field's own unit, such as hours; `nil` for a number outside the field's range.
  func number(_ field: CatalogField) throws(RecordDecodingError) -> Double? {
    guard let number = try value(field)?.number else { return nil }
    if let range = field.range, !range.contains(number) { return nil }
    return field.content == .hours && field.isInSeconds(in: layout) ? number / 3600 : number
  }

  /// Returns a flag as the layout's apps read it: only 1 is true in seed 000, every number but 0 in CelestraKit.
  func flag(_ field: CatalogField) throws(RecordDecodingError) -> Bool? {
    try value(field)?.number.map { layout == .celestraKit ? $0 != 0 : $0 == 1 }
  }

  func date(_ field: CatalogField) throws(RecordDecodingError) -> Timestamp? { try value(field)?.timestamp }

  func missing(_ field: CatalogField) -> RecordDecodingError {
    error(.lacks(field: field.name(in: layout) ?? field.name))
  }

  private func error(_ reason: RecordDecodingError.Reason) -> RecordDecodingError {
    RecordDecodingError(recordType: record.type, name: record.name, reason: reason)
  }
}

extension Record {
  /// The canonical address of a feed; `nil` if it is missing or invalid.
  package var feedURL: FeedURL? { self[FeedField.feedURL]?.string.flatMap { try? FeedURL($0) } }

  /// The feed of an article; `nil` if it names none.
  package func articleFeed(in layout: CatalogLayout) -> RecordName? {
    let value = self[ArticleField.feedReference, layout]
    return value?.reference?.recordName ?? value?.string.map { RecordName($0) }
  }

  /// Whether a feed's record is active, as the layout's apps read it. A feed without the flag is.
  package func isActiveFeed(in layout: CatalogLayout) -> Bool {
    (try? FieldReader(self, in: layout).flag(FeedField.isActive)) ?? true
  }
}
