package import CloudKitRecords
package import CloudKitSchema

package struct RecordDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case lacks(field: String)
    /// A field's value has the wrong type. Both type names are CloudKit's.
    case wrongType(field: String, expected: String, found: String)
  }

  package let recordType: RecordType.Name
  package let name: RecordName
  package let reason: Reason

  package var description: String {
    switch reason {
    case .lacks(let field): "\(recordType) '\(name)' has no '\(field)'"
    case .wrongType(let field, let expected, let found):
      "\(recordType) '\(name)' has \(found) in '\(field)' instead of \(expected)"
    }
  }
}
