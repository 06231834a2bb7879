import Diagnostics

/// A parser that turns bytes into nodes without recursion, so that depth uses no stack.
struct JSONParser {
  /// RFC 8259 allows a limit; our files stay far below 512 levels.
  var maximumDepth: Int { isStrict ? 64 : 512 }

  /// An array or object that is still open.
  struct Frame {
    let node: Int
    let isObject: Bool
    /// The key node of the member being read, or the number of elements read.
    var position: Int
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let name: String
  /// Whether the first mistake ends parsing and repeated keys are allowed.
  let isStrict: Bool
  var cursor = 0
  var nodes: [JSONNode] = []
  var stack: [Frame] = []
  var diagnostics: [Diagnostic] = []
  /// The position of the mistake that ended parsing.
  var stop: Int?

  init(_ bytes: UnsafeBufferPointer<UInt8>, name: String, isStrict: Bool = false) {
    self.bytes = bytes
    self.name = name
    self.isStrict = isStrict
    nodes.reserveCapacity(bytes.count / 16)
    if !isStrict, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor = 3 }
  }

  /// Parses the whole text; returns `false` if a mistake makes the rest unreadable.
  mutating func parse() -> Bool {
    guard value() else { return false }
    while let frame = stack.last {
      guard frame.isObject ? member(of: frame) : element(of: frame) else { return false }
    }
    skipSpace()
    if cursor < bytes.count { return fail("json-syntax", "text after the end of the JSON", help: "remove it") }
    return true
  }

  private mutating func element(of frame: Frame) -> Bool {
    skipSpace()
    if peek == UInt8(ascii: "]") { return close() }
    if frame.position > 0, !separator(closing: UInt8(ascii: "]")) { return false }
    if peek == UInt8(ascii: "]") { return close() }
    stack[stack.count - 1].position += 1
    return value()
  }

  private mutating func member(of frame: Frame) -> Bool {
    skipSpace()
    if peek == UInt8(ascii: "}") { return close() }
    if frame.position > 0, !separator(closing: UInt8(ascii: "}")) { return false }
    if peek == UInt8(ascii: "}") { return close() }
    guard peek == UInt8(ascii: "\"") else {
      return fail("json-syntax", "expected a key in double quotes", help: keyHelp)
    }
    stack[stack.count - 1].position = nodes.count
    guard string() else { return false }
    skipSpace()
    guard peek == UInt8(ascii: ":") else {
      return fail("json-syntax", "expected ':' after the key", help: "write \"key\": value")
    }
    cursor += 1
    return value()
  }

  /// Reads the comma between two values; reports a missing or extra comma and continues.
  private mutating func separator(closing: UInt8) -> Bool {
    guard peek == UInt8(ascii: ",") else {
      guard !isStrict, let byte = peek, "{[\"".utf8.contains(byte) else {
        return fail("json-syntax", "expected ',' or '\(character(closing))'", help: nil)
      }
      report("json-comma", "missing comma", SourceRange(cursor, cursor + 1), insertComma: true)
      return true
    }
    let comma = cursor
    cursor += 1
    skipSpace()
    if peek == closing {
      if isStrict { return fail("json-comma", "a comma before '\(character(closing))'", help: nil) }
      report("json-comma", "a comma before '\(character(closing))'", SourceRange(comma, comma + 1), insertComma: false)
    }
    return true
  }

  private mutating func value() -> Bool {
    skipSpace()
    guard let byte = peek else {
      return fail(
        "json-syntax", "expected a value, but the text ends", help: "the file may be empty or cut off")
    }
    switch byte {
    case UInt8(ascii: "{"): return open(.object)
    case UInt8(ascii: "["): return open(.array)
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    case UInt8(ascii: "t"): return word("true", .true)
    case UInt8(ascii: "f"): return word("false", .false)
    case UInt8(ascii: "n"): return word("null", .null)
    case UInt8(ascii: "'"):
      return fail("json-syntax", "string in single quotes", help: "use double quotes")
    case UInt8(ascii: "/"), UInt8(ascii: "#"):
      return fail("json-syntax", "expected a value", help: "JSON has no comments")
    default: return fail("json-syntax", "expected a value", help: nil)
    }
  }

  private mutating func open(_ kind: JSONNode.Kind) -> Bool {
    if stack.count == maximumDepth {
      return fail("json-depth", "nested deeper than \(maximumDepth) levels", help: nil)
    }
    // The 0 of an object means "no member yet": node 0 is never a key.
    stack.append(Frame(node: nodes.count, isObject: kind == .object, position: 0))
    nodes.append(JSONNode(kind, start: cursor, end: cursor + 1))
    cursor += 1
    return true
  }

  private mutating func close() -> Bool {
    cursor += 1
    guard let frame = stack.last else { return true }
    nodes[frame.node].end = UInt32(truncatingIfNeeded: cursor)
    nodes[frame.node].span = nodes.count - frame.node
    if frame.isObject, !isStrict { reportRepeatedKeys(of: frame.node) }
    stack.removeLast()
    return true
  }

  private var keyHelp: String? {
    switch peek {
    case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON has no comments"
    case UInt8(ascii: ","): "remove the second comma"
    case nil: "the file may be cut off"
    default: "write \"key\": value"
    }
  }
}
