/// The position of a JSON syntax error. The description matches CloudKit's (reported from live use).
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The 1-based line and column; columns count bytes.
  package let line, column: Int

  init(at position: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(position, bytes.count)]
    line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
  }

  package var description: String { "Unexpected input at [line: \(line), column: \(column)]" }
}
