/// Writes compact JSON to bytes: members in the order they are given, numbers so that they read back the same.
package struct JSONWriter {
  /// What has been written.
  package private(set) var bytes: [UInt8]
  private var needsComma = false

  /// Nothing written yet; `capacity` is a guess of how many bytes it will be.
  package init(capacity: Int = 1024) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// A document written by `body`.
  package static func document(capacity: Int = 1024, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter(capacity: capacity)
    body(&writer)
    return writer.bytes
  }

  /// An object whose members `body` writes.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    body(&self)
    close(UInt8(ascii: "}"))
  }

  /// An array of what `body` writes for each element.
  package mutating func array<Element>(_ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) -> Void)
  {
    open(UInt8(ascii: "["))
    for element in elements { body(&self, element) }
    close(UInt8(ascii: "]"))
  }

  /// The name of the member whose value comes next.
  package mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A member that is a string; nothing where there is none.
  package mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    self.name(name)
    string(text)
  }

  /// A member that is an integer; nothing where there is none.
  package mutating func member(_ name: String, _ number: Int64?) {
    guard let number else { return }
    self.name(name)
    integer(number)
  }

  /// A member that is a number; nothing where there is none.
  package mutating func member(_ name: String, _ number: Double?) {
    guard let number else { return }
    self.name(name)
    self.number(number)
  }

  /// A member that is a boolean; nothing where there is none.
  package mutating func member(_ name: String, _ flag: Bool?) {
    guard let flag else { return }
    self.name(name)
    raw(flag ? "true" : "false")
  }

  /// A member that is a list of strings; nothing where there is none.
  package mutating func member(_ name: String, _ texts: [String]?) {
    guard let texts else { return }
    self.name(name)
    array(texts) { $0.string($1) }
  }

  /// An integer, beyond 2^53 too.
  package mutating func integer(_ number: Int64) { raw(String(number)) }

  /// A number; one that is not finite, which JSON does not have, is written as `null`.
  package mutating func number(_ number: Double) { raw(number.isFinite ? "\(number)" : "null") }

  /// `null`.
  package mutating func null() { raw("null") }

  /// A string.
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

  /// A value as it was read.
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
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }
}
