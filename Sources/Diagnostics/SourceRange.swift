/// A range of byte offsets in a `SourceText`; empty where something is missing.
package struct SourceRange: Hashable, Sendable {
  /// The offset of the first byte.
  package var start: Int
  /// The offset after the last byte.
  package var end: Int

  package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = max(start, end)
  }
}

/// A position in a text as editors count it.
package struct SourcePosition: Hashable, Sendable {
  /// The 1-based line.
  package let line: Int
  /// The 1-based column, in UTF-16 code units.
  package let column: Int
  /// The 0-based offset, in bytes.
  package let offset: Int
}
