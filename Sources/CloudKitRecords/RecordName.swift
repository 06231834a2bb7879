package struct RecordName: RawRepresentable, Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  package let rawValue: String

  /// Creates a name without validating it; `problem` returns why a name is invalid.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a name without validating it; `problem` returns why a name is invalid.
  package init(_ rawValue: String) { self.rawValue = rawValue }

  package init(stringLiteral value: String) { self.init(value) }

  package var description: String { rawValue }

  package static func < (lhs: RecordName, rhs: RecordName) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The reason that a record cannot have this name; `nil` if the name is valid.
  ///
  /// Source: Apple, "CKRecord.ID": ASCII, at most 255 characters, no leading underscore.
  package var problem: String? {
    if rawValue.isEmpty { return "a record name cannot be empty" }
    if rawValue.utf8.count > 255 {
      return "a record name has at most 255 characters, this one has \(rawValue.utf8.count)"
    }
    if rawValue.utf8.contains(where: { $0 >= 0x80 }) { return "a record name is ASCII, '\(rawValue)' is not" }
    if rawValue.utf8.first == 0x5F { return "a record name cannot start with '_', as '\(rawValue)' does" }
    return nil
  }
}
