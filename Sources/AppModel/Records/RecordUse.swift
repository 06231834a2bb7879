package import CloudKitSchema

/// A place in the code of an app that uses a record type, or a key of one.
package struct RecordUse: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case create, write, read
    case query
    /// A condition of a query, with the comparator as a query manifest names it.
    case filter(comparator: String)
    case sort(ascending: Bool)
  }

  /// The record type; `nil` if the code does not show it.
  package var recordType: RecordType.Name?
  /// The key; `nil` for the record type itself.
  package var key: String?
  package let action: Action
  /// Whether the code shows the record type, so that it needs no guess.
  package var isCertain = true
  package var isEncrypted = false
  /// The type of a written value, if the code shows it.
  package var valueType: FieldType?
  package let place: ManagedModel.Place
  /// The number of the query in its file; `nil` for other uses.
  package var query: Int?
}
