package import CloudKitRecords
package import CloudKitSchema

/// Why a record is not what its type should be.
package struct RecordDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with it.
  package enum Reason: Hashable, Sendable {
    /// It is a record of another type than the one asked for.
    case isA(RecordType.Name)
    /// It lacks a field it cannot be without.
    case lacks(field: String)
    /// A field's value is of another type: both as CloudKit names them.
    case wrongType(field: String, expected: String, found: String)
  }

  /// The record type asked for.
  package let recordType: RecordType.Name
  /// The record.
  package let name: RecordName
  /// What is wrong with it.
  package let reason: Reason

  package var description: String {
    switch reason {
    case .isA(let type): "record '\(name)' is a \(type), not a \(recordType)"
    case .lacks(let field): "\(recordType) '\(name)' has no '\(field)'"
    case .wrongType(let field, let expected, let found):
      "\(recordType) '\(name)' has a \(found) in '\(field)', which is to be \(expected)"
    }
  }
}
