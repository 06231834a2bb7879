extension JSONParser {
  /// The byte at the cursor; `nil` at the end.
  var peek: UInt8? { cursor < bytes.count ? bytes[cursor] : nil }

  mutating func skipSpace() {
    while cursor < bytes.count {
      switch bytes[cursor] {
      case 0x20, 0x0A, 0x0D, 0x09: cursor += 1
      default: return
      }
    }
  }

  mutating func string() -> Bool {
    let start = cursor
    var isEscaped = false
    cursor += 1
    while cursor < bytes.count {
      let byte = bytes[cursor]
      if byte == UInt8(ascii: "\"") {
        cursor += 1
        nodes.append(JSONNode(isEscaped ? .escapedString : .string, start: start, end: cursor))
        return true
      }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        guard escape() else { return false }
      } else if byte < 0x20 {
        return fail(
          "json-syntax",
          byte == 0x0A || byte == 0x0D
            ? "string is not closed on its line"
            : "control character in a string",
          help: byte == 0x0A || byte == 0x0D ? "close the quotes, or write \\n" : "write it as \\u00XX")
      } else {
        cursor += 1
      }
    }
    stop = cursor
    cursor = start
    return fail("json-syntax", "string is not closed", help: "close the quotes")
  }

  private mutating func escape() -> Bool {
    guard cursor + 1 < bytes.count else {
      cursor = bytes.count
      return fail("json-syntax", "the file ends in a string", help: nil)
    }
    switch bytes[cursor + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      cursor += 2
      return true
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal(at: cursor + 2) else {
        return fail("json-syntax", "\\u without four hexadecimal digits", help: nil)
      }
      if unit & 0xFC00 == 0xD800, cursor + 7 < bytes.count, bytes[cursor + 6] == UInt8(ascii: "\\"),
        bytes[cursor + 7] == UInt8(ascii: "u"), let low = hexadecimal(at: cursor + 8), low & 0xFC00 == 0xDC00
      {
        cursor += 12
        return true
      }
      if unit & 0xF800 == 0xD800 {
        if isStrict { return fail("json-syntax", "incomplete surrogate pair", help: nil) }
        report("json-syntax", "incomplete surrogate pair", help: "write the character itself")
      }
      cursor += 6
      return true
    default:
      return fail("json-syntax", "unknown escape sequence", help: "write \\\\ for a backslash")
    }
  }

  private func hexadecimal(at start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for index in start..<start + 4 {
      guard let digit = JSONEscapes.hexadecimal(bytes[index]) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  mutating func number() -> Bool {
    let start = cursor
    var kind = JSONNode.Kind.integer
    if peek == UInt8(ascii: "-") { cursor += 1 }
    let whole = cursor
    var isValid = digits()
    if cursor - whole > 1, bytes[whole] == UInt8(ascii: "0") { isValid = false }
    if isValid, peek == UInt8(ascii: ".") {
      kind = .fraction
      cursor += 1
      isValid = digits()
    }
    if isValid, peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      kind = .fraction
      cursor += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { cursor += 1 }
      isValid = digits()
    }
    // JSON has no infinity: strict parsing rejects a number outside the range of doubles.
    if isStrict, isValid, cursor - start > 300 || kind == .fraction {
      isValid = Double(String(decoding: bytes[start..<cursor], as: UTF8.self))?.isFinite == true
    }
    guard isValid else {
      stop = cursor
      cursor = start
      return fail(
        "json-syntax", "invalid number", help: "remove leading zeros and '+'; put digits on both sides of '.'")
    }
    nodes.append(JSONNode(kind, start: start, end: cursor))
    return true
  }

  private mutating func digits() -> Bool {
    let start = cursor
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { cursor += 1 }
    return cursor > start
  }

  mutating func word(_ word: StaticString, _ kind: JSONNode.Kind) -> Bool {
    let count = word.utf8CodeUnitCount
    let isWord =
      cursor + count <= bytes.count
      && word.withUTF8Buffer { expected in
        expected.elementsEqual(UnsafeBufferPointer(rebasing: bytes[cursor..<cursor + count]))
      }
    guard isWord else {
      stop = cursor + (0..<count).prefix { cursor + $0 < bytes.count && bytes[cursor + $0] == word.utf8Start[$0] }.count
      return fail("json-syntax", "expected a value", help: "did you mean \(word)?")
    }
    nodes.append(JSONNode(kind, start: cursor, end: cursor + count))
    cursor += count
    return true
  }
}
