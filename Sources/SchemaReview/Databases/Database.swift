import CloudKitSchema
import Diagnostics

/// The kind of database that contains the records of a type.
package enum Database: String, CaseIterable, Hashable, Sendable {
  case `public`
  /// The private databases of users, and the shared ones.
  case `private`
}

/// What a project declares about the databases of its record types.
package struct DatabaseSettings: Hashable, Sendable {
  /// The database of the record types that no pattern matches.
  package var standard: Database?
  /// The names of record types by database. `*` stands for any characters.
  package var patterns: [Database: [String]]

  package init(standard: Database? = nil, patterns: [Database: [String]] = [:]) {
    self.standard = standard
    self.patterns = patterns
  }

  /// Returns the database that is declared with a name, or whose patterns match it.
  func database(matching name: String) -> Database? {
    Database.allCases.first { patterns[$0]?.contains(name) == true }
      ?? Database.allCases.first { patterns[$0]?.contains { Self.matches($0, name) } == true }
  }

  private static func matches(_ pattern: String, _ name: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return pattern == name }
    guard name.hasPrefix(first), name.dropFirst(first.count).hasSuffix(last) else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
