import Notation

package enum NameSpelling {
  /// Words that need quotes when used as names.
  ///
  /// Source: Apple, "Integrating a Text-Based Schema into Your Workflow", Identifiers.
  private static let reserved: Set<String> = ["GRANT", "PREFERRED", "QUERYABLE", "SEARCHABLE", "SORTABLE"]
  private static let reservedLengths = 5...10

  package static func needsQuotes(_ name: String) -> Bool {
    guard name.utf8.first?.isLetter == true, name.utf8.allSatisfy(\.isWordPart) else { return true }
    return reservedLengths.contains(name.utf8.count) && reserved.contains(name.uppercased())
  }

  /// Returns a name as in a schema file, in quotes if it needs them.
  package static func spelling(_ name: String) -> String { needsQuotes(name) ? "\"\(name)\"" : name }
}
