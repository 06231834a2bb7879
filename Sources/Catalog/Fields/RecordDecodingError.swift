package import CloudKitRecords
package import CloudKitSchema

/// The reason that a record is invalid for its type.
package struct RecordDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of problem.
  package enum Reason: Hashable, Sendable {
    /// A required field has no value.
    case lacks(field: String)
    /// A field's value has the wrong type. Both type names are CloudKit's.
    case wrongType(field: String, expected: String, found: String)
  }

  /// The record's type.
  package let recordType: RecordType.Name
  /// The record's name.
  package let name: RecordName
  /// The kind of problem.
  package let reason: Reason

  package var description: String {
    switch reason {
    case .lacks(let field): "\(recordType) '\(name)' has no '\(field)'"
    case .wrongType(let field, let expected, let found):
      "\(recordType) '\(name)' has \(found) in '\(field)' instead of \(expected)"
    }
  }
}
