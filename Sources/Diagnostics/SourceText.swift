package struct SourceText: Sendable {
  /// The path as the user gave it, or `<stdin>`.
  package let name: String
  /// The bytes as read, including a byte order mark.
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  package init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// Returns the bytes of a range as a string; invalid UTF-8 becomes U+FFFD.
  package func string(_ range: SourceRange) -> String {
    let upper = min(range.end, bytes.count)
    let lower = min(range.start, upper)
    return String(decoding: bytes[lower..<upper], as: UTF8.self)
  }

  /// The marker that begins the first conflict of `git merge`, at the start of a line; `nil` without one.
  package var conflictMarker: SourceRange? {
    let marker = Array("<<<<<<< ".utf8)
    var index = bytes.startIndex
    while let found = bytes[index...].firstIndex(of: marker[0]) {
      if found == 0 || bytes[found - 1] == 0x0A, bytes[found...].starts(with: marker) {
        return SourceRange(found, found + 7)
      }
      index = found + 1
    }
    return nil
  }

  /// The mistake of a text with an unresolved merge conflict; `nil` for others.
  package var mergeConflict: Diagnostic? {
    conflictMarker.map { range in
      Diagnostic(
        .error, rule: "merge-conflict", "a merge conflict begins here", file: name, range: range,
        help: "resolve the conflict, and remove its markers")
    }
  }

  /// The offset of the first byte that is not valid UTF-8; `nil` for a valid text.
  package var firstInvalidByte: Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var count = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += UTF8.width(scalar) }
    return count
  }
}
