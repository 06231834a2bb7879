import Notation
import Syndication
import XML

/// A sanitizer of HTML in one pass over its tokens.
struct HTMLSanitizer {
  /// Maximum nesting depth; deeper tags are dropped.
  private static let maximumDepth = 100
  /// The number of bytes of text that are written together.
  private static let pieceLength = 4096

  private let base: String?
  /// The maximum number of bytes of the markup, including the end tags of open elements.
  private let limit: Int
  private var scanner: XMLScanner
  private var output: [UInt8] = []
  private var text: [UInt8] = []
  /// The names of the open elements, innermost last, and the bytes of their end tags.
  private var open: [String] = []
  private var endLength = 0
  private var openCounts: [String: Int] = [:]
  private var picture: String?
  /// Dropped elements that have no end tag further on.
  private var unclosed: Set<String> = []
  private var isCut = false
  /// The end of the last complete block, if the markup is cut.
  private var checkpoint: (output: Int, text: Int, open: [String])?

  init(_ bytes: [UInt8], base: String?, limit: Int) {
    self.base = base
    self.limit = limit
    scanner = XMLScanner(bytes)
    output.reserveCapacity(min(bytes.count, limit))
    text.reserveCapacity(bytes.count / 2)
  }

  mutating func sanitized() -> SanitizedHTML {
    while !isCut, let token = scanner.next() {
      switch token {
      case .text(let range):
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        CharacterReference.append(range, of: scanner.bytes, to: &decoded)
        write(text: &decoded)
      case .literal(let range):
        var literal = Array(scanner.bytes[range])
        write(text: &literal)
      case .start(let name, let isEmpty):
        start(scanner.bytes[name].lowercasedString, name, isEmpty: isEmpty)
      case .end(let name): end(scanner.bytes[name].lowercasedString)
      case .documentType, .other: break
      }
    }
    if isCut { returnToCheckpoint() }
    close(to: 0)
    return SanitizedHTML(
      html: String(decoding: output, as: UTF8.self), text: SafeText.normalized(text), picture: picture, isCut: isCut)
  }

  // MARK: Elements

  private mutating func start(_ name: String, _ range: Range<Int>, isEmpty: Bool) {
    if name == "iframe" { writeFrame() }
    if AllowedElement.raw.contains(name) {
      if name == "plaintext" { scanner.position = scanner.bytes.count } else { scanner.skipText(of: range) }
      return separate()
    }
    if AllowedElement.foreign.contains(name) {
      return isEmpty ? separate() : skip(name, range)
    }
    guard AllowedElement.kept.contains(name) else {
      if AllowedElement.droppedBlocks.contains(name) { separate() }
      return
    }
    if AllowedElement.tableParts.contains(name), !open.contains("table") { return separate() }
    if let (names, limits) = AllowedElement.closed(by: name) { closeInnermost(names, limits) }
    if AllowedElement.blocks.contains(name) || name == "br" { separate() }
    let attributes = attributes(of: name)
    if name == "a", attributes["href"] == nil || open.count >= Self.maximumDepth { return }
    if name == "img" {
      guard let source = attributes["src"], !TrackingPixel.matches(source, attributes) else { return }
      picture = picture ?? (TrackingPixel.isSmall(attributes) ? nil : source)
    }
    let isVoid = AllowedElement.void.contains(name)
    guard isVoid || open.count < Self.maximumDepth else { return }
    write(name, attributes, isVoid: isVoid)
  }

  private mutating func end(_ name: String) {
    if AllowedElement.blocks.contains(name) || AllowedElement.droppedBlocks.contains(name) { separate() }
    guard let index = open.lastIndex(of: name) else { return }
    // A cell's content does not close the cell's table.
    let isInTable = !AllowedElement.tableParts.contains(name) && name != "table"
    if isInTable, open[(index + 1)...].contains("table") { return }
    close(to: index)
    if AllowedElement.blocks.contains(name), limit < .max { checkpoint = (output.count, text.count, open) }
  }

  /// Closes the outermost of some elements, unless a limit is further inside.
  private mutating func closeInnermost(_ names: [String], _ limits: [String]) {
    // Most markup has none of the elements, so the depth rarely matters.
    guard names.contains(where: { openCounts[$0, default: 0] > 0 }) else { return }
    var found: Int?
    for index in open.indices.reversed() {
      if limits.contains(open[index]) { break }
      if names.contains(open[index]) { found = index }
    }
    if let found { close(to: found) }
  }

  private mutating func close(to count: Int) {
    while open.count > count, let name = open.popLast() {
      output.append(contentsOf: "</\(name)>".utf8)
      endLength -= name.utf8.count + 3
      openCounts[name, default: 0] -= 1
    }
  }

  /// Skips an element with its content, or only its start tag if it has no end tag.
  private mutating func skip(_ name: String, _ range: Range<Int>) {
    separate()
    guard !unclosed.contains(name) else { return }
    let start = scanner.position
    scanner.skipText(of: range)
    if scanner.position == scanner.bytes.count {
      scanner.position = start
      unclosed.insert(name)
    }
  }

  // MARK: Attributes

  /// Returns the allowed attributes of the last start tag with safe values; the first of equal names wins, as in
  /// browsers.
  private mutating func attributes(of element: String) -> [String: String] {
    var result: [String: String] = [:]
    for attribute in scanner.attributes {
      let name = scanner.bytes[attribute.name].lowercasedString
      guard AllowedElement.allows(name, on: element), result[name] == nil else { continue }
      result[name] = value(CharacterReference.string(attribute.value, of: scanner.bytes), of: name)
    }
    return result
  }

  private func value(_ value: String, of name: String) -> String? {
    switch name {
    case "href", "cite": return WebLink.target(URLReference.resolve(value, base: base))
    case "src": return WebLink.address(URLReference.resolve(value, base: base))
    case "width", "height":
      let digits = value.utf8.prefix { $0.isDigit }
      return (1...5).contains(digits.count) ? String(digits) : nil
    case "dir":
      let value = value.lowercased()
      return ["ltr", "rtl", "auto"].contains(value) ? value : nil
    case "lang":
      let isTag = value.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
      return isTag && (2...35).contains(value.utf8.count) ? value : nil
    default:
      var bytes = Array(value.utf8)
      SafeText.clean(&bytes)
      let text = SafeText.normalized(bytes)
      return SafeText.prefix(of: text, bytes: name == "datetime" ? 64 : 1000)
    }
  }

  // MARK: Output

  /// Appends a space to the text, as between two blocks.
  private mutating func separate() { if text.last != 0x20 { text.append(0x20) } }

  private mutating func write(_ name: String, _ attributes: [String: String], isVoid: Bool) {
    var tag = Array("<\(name)".utf8)
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      tag += " \(name)=\"".utf8
      CharacterReference.appendEscaped(Array(value.utf8)[...], to: &tag, isValue: true)
      tag.append(UInt8(ascii: "\""))
    }
    tag.append(UInt8(ascii: ">"))
    let end = isVoid ? 0 : name.utf8.count + 3
    guard output.count + tag.count + endLength + end <= limit else {
      isCut = true
      return
    }
    output += tag
    if !isVoid {
      open.append(name)
      openCounts[name, default: 0] += 1
      endLength += end
    }
  }

  private mutating func write(text decoded: inout [UInt8]) {
    SafeText.clean(&decoded)
    var start = 0
    while start < decoded.count {
      var end = min(start + Self.pieceLength, decoded.count)
      while end < decoded.count, end > start + 1, decoded[end] & 0xC0 == 0x80 { end -= 1 }
      let room = limit - output.count - endLength
      if room < 6 * (end - start) {
        // Cut where the escaped text certainly fits.
        var fitting: [UInt8] = []
        CharacterReference.appendEscaped(decoded[start..<end], to: &fitting)
        if fitting.count > room { return cut(decoded[start..<end], room: room) }
      }
      text.append(contentsOf: decoded[start..<end])
      CharacterReference.appendEscaped(decoded[start..<end], to: &output)
      start = end
    }
  }

  /// Writes as much of a text as fits, and ends the markup.
  private mutating func cut(_ piece: ArraySlice<UInt8>, room: Int) {
    isCut = true
    var length = 0
    var index = piece.startIndex
    while index < piece.endIndex {
      var end = index + 1
      while end < piece.endIndex, piece[end] & 0xC0 == 0x80 { end += 1 }
      let size = [UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">")].contains(piece[index]) ? 5 : end - index
      if length + size > room { break }
      length += size
      index = end
    }
    text.append(contentsOf: piece[..<index])
    CharacterReference.appendEscaped(piece[..<index], to: &output)
  }

  /// Returns to the end of the last complete block, unless that loses more than half of the markup.
  private mutating func returnToCheckpoint() {
    guard let checkpoint, checkpoint.output * 2 >= output.count else { return }
    output.removeLast(output.count - checkpoint.output)
    text.removeLast(text.count - checkpoint.text)
    open = checkpoint.open
  }

  /// Writes a link to a frame's address in its place.
  private mutating func writeFrame() {
    let source = scanner.attributes.first { scanner.bytes[$0.name].lowercasedString == "src" }
    guard let source, !open.contains("a"),
      let address = WebLink.address(
        URLReference.resolve(CharacterReference.string(source.value, of: scanner.bytes), base: base))
    else { return }
    write("a", ["href": address], isVoid: false)
    guard open.last == "a" else { return }
    var shown = Array(address.utf8)
    write(text: &shown)
    close(to: open.count - 1)
  }
}
