package enum NameSpelling {
  /// Words that need quotes when used as names.
  ///
  /// Source: Apple, "Integrating a Text-Based Schema into Your Workflow", Identifiers.
  private static let reserved: Set<String> = ["GRANT", "PREFERRED", "QUERYABLE", "SEARCHABLE", "SORTABLE"]
  private static let reservedLengths = 5...10

  package static func needsQuotes(_ name: String) -> Bool {
    var utf8 = name.utf8.makeIterator()
    guard let first = utf8.next(), ByteClass.table[Int(first)].contains(.letter) else { return true }
    while let byte = utf8.next() {
      guard ByteClass.table[Int(byte)].contains(.wordPart) else { return true }
    }
    return reservedLengths.contains(name.utf8.count) && reserved.contains(name.uppercased())
  }

  /// Returns a name as in a schema file, in quotes if it needs them.
  package static func spelling(_ name: String) -> String { needsQuotes(name) ? "\"\(name)\"" : name }
}
