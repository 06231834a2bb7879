/// A range of UTF-8 byte offsets in a `SourceText`; empty where something is missing.
package struct SourceRange: Hashable, Sendable {
  /// The offset of the first byte.
  package var start: Int
  /// The offset after the last byte, at or after `start`.
  package var end: Int

  /// The bytes from `start` up to, not including, `end`.
  @inlinable package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = max(start, end)
  }
}

/// A place as editors count it.
package struct SourcePosition: Hashable, Comparable, Sendable {
  /// 1-based.
  package let line: Int
  /// 1-based, in UTF-16 code units.
  package let column: Int
  /// 0-based, in UTF-8 bytes.
  package let offset: Int

  /// A place by all three counts.
  package init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  package static func < (lhs: SourcePosition, rhs: SourcePosition) -> Bool { lhs.offset < rhs.offset }
}
