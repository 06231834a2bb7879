/// Reads a JSON document (RFC 8259) from bytes. Time and memory are linear in them.
package struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// Arrays and objects within each other; a document that nests deeper is refused, so that none exhausts the stack.
  package static let deepest = 64

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The document's value.
  package static func value(of bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.value()
    reader.skipSpace()
    guard reader.position == bytes.count else { throw reader.unexpected() }
    return value
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    switch peek() {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"): return try number()
    default:
      if digit() != nil { return try number() }
      throw unexpected()
    }
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONObject {
    try enter()
    var members: [JSONObject.Member] = []
    if try isEmpty(UInt8(ascii: "}")) { return JSONObject([]) }
    repeat {
      skipSpace()
      guard peek() == UInt8(ascii: "\"") else { throw unexpected() }
      let name = try string()
      skipSpace()
      try expect(UInt8(ascii: ":"))
      members.append(JSONObject.Member(name, try value()))
    } while try goesOn(until: UInt8(ascii: "}"))
    return JSONObject(members)
  }

  private mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
    try enter()
    var values: [JSONValue] = []
    if try isEmpty(UInt8(ascii: "]")) { return [] }
    repeat { values.append(try value()) } while try goesOn(until: UInt8(ascii: "]"))
    return values
  }

  private mutating func enter() throws(JSONSyntaxError) {
    if depth == Self.deepest { throw unexpected() }
    depth += 1
    position += 1
  }

  private mutating func isEmpty(_ end: UInt8) throws(JSONSyntaxError) -> Bool {
    skipSpace()
    guard peek() == end else { return false }
    position += 1
    depth -= 1
    return true
  }

  private mutating func goesOn(until end: UInt8) throws(JSONSyntaxError) -> Bool {
    skipSpace()
    if peek() == UInt8(ascii: ",") {
      position += 1
      return true
    }
    try expect(end)
    depth -= 1
    return false
  }

  private mutating func literal(_ text: String, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
    for byte in text.utf8 { try expect(byte) }
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    let isNegative = peek() == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var magnitude: UInt64 = 0
    var overflows = false
    let firstDigit = position
    while let digit = digit() {
      let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeNow) = product.addingReportingOverflow(UInt64(digit))
      overflows = overflows || isTooLarge || isTooLargeNow
      magnitude = sum
      position += 1
    }
    let digits = position - firstDigit
    guard digits > 0, digits == 1 || bytes[firstDigit] != UInt8(ascii: "0") else { throw unexpected() }
    let isWhole = try !skipFraction()
    if isWhole, !overflows {
      if !isNegative, let number = Int64(exactly: magnitude) { return .integer(number) }
      if isNegative, magnitude <= UInt64(Int64.max) + 1 { return .integer(0 &- Int64(truncatingIfNeeded: magnitude)) }
    }
    guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), number.isFinite else {
      throw unexpected()
    }
    return .decimal(number)
  }

  /// Whether there was a fraction or an exponent.
  private mutating func skipFraction() throws(JSONSyntaxError) -> Bool {
    var isThere = false
    if peek() == UInt8(ascii: ".") {
      position += 1
      try skipDigits()
      isThere = true
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      position += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
      try skipDigits()
      isThere = true
    }
    return isThere
  }

  private mutating func skipDigits() throws(JSONSyntaxError) {
    guard digit() != nil else { throw unexpected() }
    while digit() != nil { position += 1 }
  }

  private func digit() -> UInt8? {
    guard let byte = peek(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
    return byte - UInt8(ascii: "0")
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    let start = position
    var isPlain = true
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { break }
      if byte < 0x20 { throw unexpected() }
      if byte == UInt8(ascii: "\\") {
        isPlain = false
        position += 1
      }
      position += 1
    }
    guard position < bytes.count else {
      position = bytes.count
      throw unexpected()
    }
    let content = bytes[start..<position]
    position += 1
    let text = isPlain ? String(validating: content, as: UTF8.self) : JSONEscapes.resolved(content)
    guard let text else {
      position = start
      throw unexpected()
    }
    return text
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func expect(_ byte: UInt8) throws(JSONSyntaxError) {
    guard peek() == byte else { throw unexpected() }
    position += 1
  }

  private func unexpected() -> JSONSyntaxError { JSONSyntaxError(at: position, in: bytes) }
}

/// Where a text stops being JSON. Its description is CloudKit's (reported from live use).
package struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1; a column is a byte.
  package let line, column: Int

  init(at position: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(position, bytes.count)]
    line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
  }

  package var description: String { "Unexpected input at [line: \(line), column: \(column)]" }
}
