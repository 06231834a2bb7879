package import CloudKitRecords
package import CloudKitSchema

/// A record of the catalogue as a value of its own type.
///
/// A property is `nil` where the record has no such field and is left out on the way back, so that reading and writing a
/// record neither blanks nor invents anything.
package protocol CatalogRecord: Hashable, Sendable {
  /// The names of the record type's fields.
  associatedtype Field: RawRepresentable, CaseIterable, Hashable, Sendable where Field.RawValue == String

  /// The name of the record type.
  static var recordType: RecordType.Name { get }
  /// The record's name.
  var recordName: RecordName { get set }
  /// The version it was read at; `nil` for one that no store has seen.
  var changeTag: String? { get set }
  /// The fields that have a value.
  var fields: RecordFields { get }

  /// The value a record holds.
  /// - Throws: where the record is of another type, lacks a field it cannot be without, or holds a value of a wrong type.
  init(record: Record) throws(RecordDecodingError)
}

extension CatalogRecord {
  /// The record as a store takes it: without authorship, which only a store knows.
  package var record: Record { Record(type: Self.recordType, name: recordName, changeTag: changeTag, fields: fields) }
}

extension Collection {
  /// The fields' names, as a query asks for them.
  package func names() -> [String] where Element: RawRepresentable, Element.RawValue == String { map(\.rawValue) }
}
