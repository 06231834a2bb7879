import Notation

extension XMLScanner {
  /// Moves to the end tag of a script or style, whose text is not markup.
  package mutating func skipText(of name: Range<Int>) {
    while let found = find(UInt8(ascii: "<"), from: position) {
      position = found
      let start = found + 2
      guard start + name.count <= bytes.count else { break }
      let isNamed = bytes[start..<start + name.count].equalsIgnoringCase(bytes[name])
      if bytes[found + 1] == UInt8(ascii: "/"), isNamed { return }
      position = found + 1
    }
    position = bytes.count
  }

  /// Whether a byte can begin a name; every character beyond ASCII counts as a letter.
  package static func beginsName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
  }

  /// Returns the offset after the name at an offset; the offset itself without a name.
  package static func nameEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      guard
        beginsName(byte)
          || index > start && (byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "."))
      else { break }
      index += 1
    }
    return index
  }

  /// Returns the offset after the white space at an offset, up to a limit.
  package static func skipSpace(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int {
    var index = start
    while index < limit, bytes[index].isSpace { index += 1 }
    return index
  }

  /// Returns the offset after the character at an offset.
  package static func characterEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  func find(_ byte: UInt8, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count, bytes[index] != byte { index += 1 }
      return index < bytes.count ? index : nil
    }
  }

  func find(_ text: StaticString, in range: Range<Int>) -> Int? {
    let first = text.utf8Start.pointee
    var index = range.lowerBound
    while let found = find(first, from: index), found + text.utf8CodeUnitCount <= range.upperBound {
      if bytes.matches(text, at: found) { return found }
      index = found + 1
    }
    return nil
  }

  /// Finds a closing delimiter, and remembers if it is missing.
  func find(_ text: StaticString, from start: Int, missing: inout Int) -> Int? {
    guard start < missing, start <= bytes.count else { return nil }
    if let found = find(text, in: start..<bytes.count) { return found }
    missing = start
    return nil
  }
}
