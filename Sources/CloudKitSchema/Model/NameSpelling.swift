/// How a name is spelt in a schema file.
package enum NameSpelling {
  /// The words that are names only in quotes.
  ///
  /// Source: Apple, "Integrating a Text-Based Schema into Your Workflow", Identifiers.
  private static let reserved: Set<String> = ["GRANT", "PREFERRED", "QUERYABLE", "SEARCHABLE", "SORTABLE"]
  private static let reservedLengths = 5...10

  /// Whether a bare name must stand in quotes.
  package static func needsQuotes(_ name: String) -> Bool {
    var utf8 = name.utf8.makeIterator()
    guard let first = utf8.next(), ByteClass.table[Int(first)].contains(.letter) else { return true }
    while let byte = utf8.next() {
      guard ByteClass.table[Int(byte)].contains(.wordPart) else { return true }
    }
    return reservedLengths.contains(name.utf8.count) && reserved.contains(name.uppercased())
  }

  /// A bare name as a file writes it: in quotes where it must be.
  package static func spelling(_ name: String) -> String { needsQuotes(name) ? "\"\(name)\"" : name }
}
