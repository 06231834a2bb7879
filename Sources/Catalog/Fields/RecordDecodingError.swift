package import CloudKitRecords
package import CloudKitSchema

/// Why a record is not a valid one of its type.
package struct RecordDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Reason: Hashable, Sendable {
    /// A required field has no value.
    case lacks(field: String)
    /// A field's value is of another type: both as CloudKit names them.
    case wrongType(field: String, expected: String, found: String)
  }

  /// The record's type.
  package let recordType: RecordType.Name
  /// The record's name.
  package let name: RecordName
  /// What is wrong.
  package let reason: Reason

  package var description: String {
    switch reason {
    case .lacks(let field): "\(recordType) '\(name)' has no '\(field)'"
    case .wrongType(let field, let expected, let found):
      "\(recordType) '\(name)' has a \(found) in '\(field)', which is to be \(expected)"
    }
  }
}
