import XML

/// Reads the plain XML that nearly all exporters write: UTF-8, a declaration, elements, attributes, text and comments, all
/// names in ASCII without prefixes but ours.
///
/// Where a text is anything else, well-formed or not, it says so, and libxml2 is to judge. What it reads, libxml2 reads
/// alike; it does so some ten times as fast as through Foundation, which makes a dictionary of strings for every tag.
struct PlainXMLScanner {
  /// The text is not plain XML.
  struct NotPlain: Error {}

  /// An attribute's name and value as bytes of the text, quotes left out.
  struct Attribute {
    let name: Range<Int>
    let value: Range<Int>
  }

  /// What stands at a place.
  enum Event {
    case start(name: Range<Int>, isEmpty: Bool)
    case end(name: Range<Int>)
    case text(Range<Int>)
  }

  /// libxml2 refuses longer values.
  private static let longestValue = 10_000_000
  private static let mostAttributes = 64

  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var cursor: Int
  /// The attributes of the start tag that was read last.
  private(set) var attributes: [Attribute] = []

  /// A scanner behind the byte order mark and the declaration.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(NotPlain) {
    self.bytes = bytes
    cursor = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    try checkCharacters()
    if isHere("<?xml") { try declaration() }
  }

  /// Characters that XML does not allow; the text is known to be UTF-8.
  private func checkCharacters() throws(NotPlain) {
    var isPlain = true
    for byte in bytes where byte < 0x20 {
      isPlain = isPlain && (byte == 0x0A || byte == 0x0D || byte == 0x09)
    }
    if !isPlain { throw NotPlain() }
    var index = 2
    while index < bytes.count {
      // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
      if bytes[index] >= 0xBE, bytes[index - 1] == 0xBF, bytes[index - 2] == 0xEF { throw NotPlain() }
      index += 1
    }
  }

  private mutating func declaration() throws(NotPlain) {
    cursor += 5
    try readAttributes()
    guard isHere("?>") else { throw NotPlain() }
    cursor += 2
    let names = attributes.map { String(decoding: bytes[$0.name], as: UTF8.self) }
    let values = attributes.map { String(decoding: bytes[$0.value], as: UTF8.self) }
    guard names.first == "version", values.first == "1.0" else { throw NotPlain() }
    switch names.dropFirst() {
    case []: break
    case ["encoding"]: guard values[1].lowercased() == "utf-8" else { throw NotPlain() }
    default: throw NotPlain()
    }
  }

  /// The next start tag, end tag or text; `nil` at the end.
  mutating func next() throws(NotPlain) -> Event? {
    while cursor < bytes.count {
      guard bytes[cursor] == UInt8(ascii: "<") else { return .text(try text()) }
      guard cursor + 1 < bytes.count else { throw NotPlain() }
      switch bytes[cursor + 1] {
      case UInt8(ascii: "!"): try comment()
      case UInt8(ascii: "/"): return try endTag()
      default: return try startTag()
      }
    }
    return nil
  }

  private mutating func text() throws(NotPlain) -> Range<Int> {
    let start = cursor
    while cursor < bytes.count, bytes[cursor] != UInt8(ascii: "<") {
      if bytes[cursor] == UInt8(ascii: ">"), cursor >= start + 2, bytes[cursor - 1] == UInt8(ascii: "]"),
        bytes[cursor - 2] == UInt8(ascii: "]")
      {
        throw NotPlain()
      }
      cursor += 1
    }
    return start..<cursor
  }

  private mutating func comment() throws(NotPlain) {
    guard isHere("<!--") else { throw NotPlain() }
    cursor += 4
    while cursor + 2 < bytes.count {
      if bytes[cursor] == UInt8(ascii: "-"), bytes[cursor + 1] == UInt8(ascii: "-") {
        guard bytes[cursor + 2] == UInt8(ascii: ">") else { throw NotPlain() }
        cursor += 3
        return
      }
      cursor += 1
    }
    throw NotPlain()
  }

  private mutating func endTag() throws(NotPlain) -> Event {
    cursor += 2
    let name = try name()
    skipSpace()
    guard isHere(">") else { throw NotPlain() }
    cursor += 1
    return .end(name: name)
  }

  private mutating func startTag() throws(NotPlain) -> Event {
    cursor += 1
    let name = try name()
    try readAttributes()
    let isEmpty = isHere("/>")
    guard isEmpty || isHere(">") else { throw NotPlain() }
    cursor += isEmpty ? 2 : 1
    return .start(name: name, isEmpty: isEmpty)
  }

  private mutating func readAttributes() throws(NotPlain) {
    attributes.removeAll(keepingCapacity: true)
    while true {
      let hasSpace = skipSpace()
      guard cursor < bytes.count, Self.beginsName(bytes[cursor]) else { return }
      guard hasSpace, attributes.count < Self.mostAttributes else { throw NotPlain() }
      let name = try attributeName()
      skipSpace()
      guard isHere("=") else { throw NotPlain() }
      cursor += 1
      skipSpace()
      let value = try value()
      for other in attributes where isSame(other.name, name) { throw NotPlain() }
      attributes.append(Attribute(name: name, value: value))
    }
  }

  private mutating func value() throws(NotPlain) -> Range<Int> {
    guard cursor < bytes.count, bytes[cursor] == UInt8(ascii: "\"") || bytes[cursor] == UInt8(ascii: "'") else {
      throw NotPlain()
    }
    let quote = bytes[cursor]
    cursor += 1
    let start = cursor
    while cursor < bytes.count, bytes[cursor] != quote {
      if bytes[cursor] == UInt8(ascii: "<") { throw NotPlain() }
      cursor += 1
    }
    guard cursor < bytes.count, cursor - start < Self.longestValue else { throw NotPlain() }
    defer { cursor += 1 }
    return start..<cursor
  }

  private mutating func name() throws(NotPlain) -> Range<Int> {
    let start = cursor
    guard cursor < bytes.count, Self.beginsName(bytes[cursor]) else { throw NotPlain() }
    skipName()
    // Of a prefix, or a letter beyond ASCII, this knows nothing.
    guard cursor < bytes.count, bytes[cursor] != UInt8(ascii: ":"), bytes[cursor] < 0x80 else { throw NotPlain() }
    return start..<cursor
  }

  /// The name of an attribute, which may have our prefix or declare it.
  private mutating func attributeName() throws(NotPlain) -> Range<Int> {
    guard isHere("celestra:") || isHere("xmlns:celestra") else { return try name() }
    let start = cursor
    skipName()
    guard isHere(":") else {
      cursor = start
      return try name()
    }
    cursor += 1
    _ = try name()
    return start..<cursor
  }

  private mutating func skipName() {
    while cursor < bytes.count, Self.isName(bytes[cursor]) { cursor += 1 }
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = cursor
    while cursor < bytes.count, bytes[cursor] <= 0x20 { cursor += 1 }
    return cursor > start
  }

  private static func beginsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: beginsName(byte)
    }
  }

  private func isHere(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard cursor + count <= bytes.count else { return false }
    for offset in 0..<count where bytes[cursor + offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// Whether two ranges hold the same bytes.
  func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    guard one.count == other.count else { return false }
    for offset in 0..<one.count where bytes[one.lowerBound + offset] != bytes[other.lowerBound + offset] {
      return false
    }
    return true
  }

  /// Whether a range holds a text.
  func isSame(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count where bytes[range.lowerBound + offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// The text of a value or of content: references read, and line ends as XML 1.0 §2.11 and §3.3.3 have them.
  func string(_ range: Range<Int>, isValue: Bool) throws(NotPlain) -> String {
    let slice = bytes[range]
    guard slice.contains(where: { $0 == UInt8(ascii: "&") || $0 < 0x20 }) else {
      return String(decoding: UnsafeBufferPointer(rebasing: slice), as: UTF8.self)
    }
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "&"):
        // No reference is longer than "&#x10FFFF;", but for leading zeros.
        let limit = min(range.upperBound, index + 12)
        guard let end = bytes[index..<limit].firstIndex(of: UInt8(ascii: ";")),
          let scalar = XMLReference.scalar(Array(bytes[index..<end])[...])
        else { throw NotPlain() }
        text += String(scalar).utf8
        index = end + 1
      case 0x0D:
        if index < range.upperBound, bytes[index] == 0x0A { index += 1 }
        text.append(isValue ? 0x20 : 0x0A)
      case 0x09, 0x0A: text.append(isValue ? 0x20 : byte)
      default: text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
