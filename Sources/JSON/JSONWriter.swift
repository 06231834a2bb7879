/// Writes JSON: members keep the given order, and numbers survive a round trip.
package struct JSONWriter {
  /// The JSON written so far, without what `take` has returned.
  package private(set) var bytes: [UInt8]
  private var needsComma = false
  private var isAfterName = false
  /// Whether each member and element is on a line of its own.
  private var isIndented: Bool
  private var isSpaced = false
  private var depth = 0

  /// - Parameter capacity: an estimate of the size in bytes.
  package init(capacity: Int = 1024, isIndented: Bool = false) {
    bytes = []
    bytes.reserveCapacity(capacity)
    self.isIndented = isIndented
  }

  /// Returns a document written by `body`.
  package static func document(capacity: Int = 1024, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(capacity: capacity)
    body(&writer)
    return writer.bytes
  }

  /// Returns a text as JSON writes it, in quotes.
  package static func literal(_ text: String) -> String {
    String(decoding: document { $0.string(text) }, as: UTF8.self)
  }

  /// Returns what has been written since the last call, to write a document in parts.
  package mutating func take() -> String {
    defer { bytes.removeAll(keepingCapacity: true) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes an object whose members `body` writes.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }

  /// Writes an array; `body` writes each element.
  package mutating func array<Element>(_ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) -> Void)
  {
    beginArray()
    for element in elements { body(&self, element) }
    endArray()
  }

  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes one value on one line, with or without a space after each comma.
  package mutating func onOneLine(isSpaced: Bool = false, _ body: (inout JSONWriter) -> Void) {
    separate()
    needsComma = false
    let wasIndented = isIndented
    (isIndented, self.isSpaced) = (false, isSpaced)
    body(&self)
    (isIndented, self.isSpaced) = (wasIndented, false)
  }

  package mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    if isIndented { bytes.append(UInt8(ascii: " ")) }
    needsComma = false
    isAfterName = true
  }

  /// Writes a string member; `nil` writes nothing.
  package mutating func member(_ name: String, _ text: String?) { member(name, text) { $0.string($1) } }

  /// Writes an integer member; `nil` writes nothing.
  package mutating func member(_ name: String, _ number: Int64?) { member(name, number) { $0.integer($1) } }

  /// Writes a number member; `nil` writes nothing.
  package mutating func member(_ name: String, _ number: Double?) { member(name, number) { $0.number($1) } }

  /// Writes a Boolean member; `nil` writes nothing.
  package mutating func member(_ name: String, _ flag: Bool?) { member(name, flag) { $0.raw($1 ? "true" : "false") } }

  /// Writes a member with a list of strings; `nil` writes nothing.
  package mutating func member(_ name: String, _ texts: [String]?) {
    member(name, texts) { writer, texts in writer.array(texts) { $0.string($1) } }
  }

  private mutating func member<Value>(_ name: String, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void) {
    guard let value else { return }
    self.name(name)
    write(&self, value)
  }

  /// Writes an integer, exact even beyond 2^53.
  package mutating func integer(_ number: Int64) { raw(String(number)) }

  /// JSON has no infinity or NaN, so a number that is not finite becomes `null`.
  package mutating func number(_ number: Double) { raw(number.isFinite ? "\(number)" : "null") }

  package mutating func null() { raw("null") }

  package mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
        bytes.append(contentsOf: String(byte & 0xF, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes a parsed value exactly as its source text.
  package mutating func value(_ value: JSONValue) { raw(value.written) }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
    depth += 1
  }

  private mutating func close(_ bracket: UInt8) {
    depth -= 1
    if isIndented, needsComma { breakLine() }
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    if isSpaced, needsComma { bytes.append(UInt8(ascii: " ")) }
    if isIndented, depth > 0, !isAfterName { breakLine() }
    isAfterName = false
  }

  private mutating func breakLine() {
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
  }
}
