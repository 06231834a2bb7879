import Diagnostics
import Notation

/// A reader of the tables of TOML and of the sections of an INI file.
struct SectionBlocks {
  private(set) var blocks: [KeyedBlocks.Block] = []
  private let source: SourceText
  private let isTOML: Bool
  /// What closes a TOML value of several lines.
  private var closing: [UInt8]?

  init(_ source: SourceText, isTOML: Bool) {
    self.source = source
    self.isTOML = isTOML
    for line in source.lineRanges { read(line) }
  }

  private mutating func read(_ line: SourceRange) {
    let text = source.bytes[line.start..<line.end].trimmed
    guard let first = text.first else { return }
    if let closing {
      extend(to: text.endIndex)
      if text.suffix(closing.count).elementsEqual(closing) { self.closing = nil }
      return
    }
    if first == UInt8(ascii: "#") || !isTOML && first == UInt8(ascii: ";") { return }
    if first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") { return open(text) }
    guard !blocks.isEmpty else { return }
    let isContinued = !isTOML && text.startIndex > line.start && !blocks[blocks.count - 1].values.isEmpty
    extend(to: text.endIndex)
    if isContinued {
      // A text of several lines.
      blocks[blocks.count - 1].values[blocks[blocks.count - 1].values.count - 1].text = nil
      return
    }
    let separators = isTOML ? "=" : "=:"
    guard let separator = text.firstIndex(where: { separators.utf8.contains($0) }) else { return }
    let key = text[..<separator].trimmed
    let value = text[(separator + 1)...].trimmed
    let start = value.isEmpty ? text.endIndex : value.startIndex
    blocks[blocks.count - 1].indent = text.startIndex - line.start
    blocks[blocks.count - 1].values.append(
      self.value(
        String(decoding: key, as: UTF8.self), SourceRange(key.startIndex, key.endIndex),
        SourceRange(start, text.endIndex)))
  }

  private mutating func open(_ header: ArraySlice<UInt8>) {
    let range = SourceRange(header.startIndex, header.endIndex)
    var block = KeyedBlocks.Block(range: range, indent: 0)
    let name = SourceRange(range.start + 1, range.end - 1)
    let text = source.string(name)
    if !isTOML, URLListSeeds.isAddress(text) {
      block.values = [KeyedBlocks.Value(key: "feedURL", keyRange: name, range: name, text: text, quote: nil)]
    }
    blocks.append(block)
  }

  private mutating func value(_ key: String, _ keyRange: SourceRange, _ range: SourceRange) -> KeyedBlocks.Value {
    var value = KeyedBlocks.Value(
      key: key, keyRange: keyRange, range: range, text: isTOML ? nil : source.string(range), quote: nil)
    guard isTOML, range.start < range.end else { return value }
    let bytes = source.bytes
    let first = bytes[range.start]
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      let triple = [first, first, first]
      if bytes[range.start..<range.end].starts(with: triple) {
        let rest = bytes[(range.start + 3)..<range.end]
        if rest.count < 3 || !rest.suffix(3).elementsEqual(triple) { closing = triple }
        return value
      }
      let close =
        first == UInt8(ascii: "'")
        ? bytes[(range.start + 1)..<range.end].firstIndex(of: first)
        : YAMLBlocks.close(of: first, in: bytes, from: range.start + 1, to: range.end)
      guard let close else { return value }
      let inner = source.string(SourceRange(range.start + 1, close))
      let quoted = SourceRange(range.start, close + 1)
      let text = first == UInt8(ascii: "'") ? inner : KeyedBlocks.unescaped(source.string(quoted))
      return KeyedBlocks.Value(key: key, keyRange: keyRange, range: quoted, text: text, quote: first)
    }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      let open = bytes[range.start..<range.end].reduce(0) { depth, byte in
        depth + (byte == UInt8(ascii: "[") ? 1 : byte == UInt8(ascii: "]") ? -1 : 0)
      }
      if open > 0 { closing = [UInt8(ascii: "]")] }
      return value
    }
    let end = bytes[range.start..<range.end].firstIndex(of: UInt8(ascii: "#")) ?? range.end
    let word = bytes[range.start..<end].trimmed
    let place = SourceRange(word.startIndex, word.endIndex)
    value = KeyedBlocks.Value(key: key, keyRange: keyRange, range: place, text: source.string(place), quote: nil)
    return value
  }

  private mutating func extend(to end: Int) {
    if !blocks.isEmpty { blocks[blocks.count - 1].range.end = end }
  }
}
