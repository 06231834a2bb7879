import Diagnostics
import Notation

/// A reader of the entries of YAML sequences in block style, also inside other entries.
struct YAMLBlocks {
  private struct Item {
    /// The column of the dash.
    let dash: Int
    var block: KeyedBlocks.Block
    /// The position in the list of entries.
    let index: Int
  }

  /// Names of sequences that say nothing about the feeds in them.
  private static let generic: Set<String> = [
    "blogs", "data", "entries", "feeds", "items", "links", "list", "sites", "sources", "subscriptions",
  ]

  private(set) var blocks: [KeyedBlocks.Block] = []
  private let source: SourceText
  private var items: [Item] = []
  /// The keys without a value on their line that contain the current line.
  private var keys: [(indent: Int, name: String)] = []
  /// The indentation of a key whose value continues on deeper lines.
  private var skipped: Int?

  init(_ source: SourceText) {
    self.source = source
    for line in source.lineRanges { read(line) }
    close(to: -1)
  }

  private mutating func read(_ line: SourceRange) {
    var start = line.start
    while start < line.end, source.bytes[start] == 0x20 { start += 1 }
    guard start < line.end, source.bytes[start] != UInt8(ascii: "#") else { return }
    let rest = source.bytes[start..<line.end]
    let indent = start - line.start
    if let skipped, indent > skipped {
      extend(to: line)
      return
    }
    skipped = nil
    let isItem = rest.first == UInt8(ascii: "-") && (rest.count == 1 || rest[start + 1] == 0x20)
    if !isItem, let item = items.last, indent > item.block.indent, indent > item.dash, !item.block.isFolder {
      // A text of several lines, or a mapping in a value.
      if let last = item.block.values.indices.last {
        items[items.count - 1].block.values[last].text = nil
      }
      return extend(to: line)
    }
    close(to: indent)
    keys.removeAll { $0.indent > indent || $0.indent == indent && !isItem }
    if isItem { return readItem(line, start, indent) }
    if let item = items.last, indent == item.block.indent {
      // Braces that continue on the next line are not read.
      if item.block.isBraced { return extend(to: line) }
      return readKey(line, start, indent)
    }
    if let key = KeyLine(rest, at: start) {
      extend(to: line)
      if value(key, line) == nil { keys.append((indent, name(key.key))) }
    }
  }

  private mutating func readItem(_ line: SourceRange, _ start: Int, _ dash: Int) {
    if !items.isEmpty { items[items.count - 1].block.isFolder = true }
    var content = start + 1
    while content < line.end, source.bytes[content] == 0x20 { content += 1 }
    let named = items.compactMap { item in
      item.block.values.first { ["name", "title", "category"].contains($0.key) }?.text
    }
    var block = KeyedBlocks.Block(
      range: SourceRange(start, max(content, start + 1)), indent: content - line.start)
    let outer = items.isEmpty ? keys.map(\.name).filter { !Self.generic.contains(SeedColumns.fold($0)) } : []
    block.folders = outer + named
    items.append(Item(dash: dash, block: block, index: blocks.count))
    blocks.append(block)
    extend(to: line)
    guard content < line.end else { return }
    if source.bytes[content] == UInt8(ascii: "{") {
      items[items.count - 1].block.isBraced = true
      items[items.count - 1].block.values = braced(from: content + 1, to: line.end) ?? []
    } else {
      readKey(line, content, content - line.start)
    }
  }

  private mutating func readKey(_ line: SourceRange, _ start: Int, _ indent: Int) {
    extend(to: line)
    guard let key = KeyLine(source.bytes[start..<line.end], at: start) else {
      // An entry that is only an address.
      if let value = scalar(from: start, to: line.end, "feedURL", nil) {
        items[items.count - 1].block.values.append(value)
      }
      return
    }
    if let value = value(key, line) {
      items[items.count - 1].block.values.append(value)
      if value.text == nil { skipped = indent }
    } else {
      keys.append((indent, name(key.key)))
    }
  }

  /// Returns the values of a mapping in braces on one line; `nil` if it contains other mappings or lists.
  private func braced(from start: Int, to end: Int) -> [KeyedBlocks.Value]? {
    let bytes = source.bytes
    var values: [KeyedBlocks.Value] = []
    var index = start
    func skip(_ signs: String) {
      while index < end, signs.utf8.contains(bytes[index]) { index += 1 }
    }
    skip(" ,")
    while index < end, bytes[index] != UInt8(ascii: "}") {
      guard let key = KeyLine(bytes[index..<end], at: index) else { return nil }
      index = key.end
      skip(" ")
      guard index < end, !"{[".utf8.contains(bytes[index]) else { return nil }
      var stop = bytes[index..<end].firstIndex { ",}".utf8.contains($0) } ?? end
      if "\"'".utf8.contains(bytes[index]) {
        guard let close = Self.close(of: bytes[index], in: bytes, from: index + 1, to: end) else { return nil }
        stop = close + 1
      }
      if stop > index, let value = scalar(from: index, to: stop, name(key.key), key.key) { values.append(value) }
      index = stop
      skip(" ,")
    }
    return index < end ? values : nil
  }

  private func name(_ range: SourceRange) -> String {
    String(source.string(range).drop { $0 == "\"" || $0 == "'" }.prefix { $0 != "\"" && $0 != "'" })
  }

  /// Returns the value after a key; `nil` without one.
  private func value(_ key: KeyLine, _ line: SourceRange) -> KeyedBlocks.Value? {
    var start = key.end
    while start < line.end, source.bytes[start] == 0x20 { start += 1 }
    if start == line.end || source.bytes[start] == UInt8(ascii: "#") { return nil }
    return scalar(from: start, to: line.end, name(key.key), key.key)
  }

  private func scalar(from start: Int, to end: Int, _ key: String, _ keyRange: SourceRange?) -> KeyedBlocks.Value? {
    let bytes = source.bytes
    var value = KeyedBlocks.Value(
      key: key, keyRange: keyRange ?? SourceRange(start, end), range: SourceRange(start, end), text: nil, quote: nil)
    if bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") {
      let quote = bytes[start]
      guard let close = Self.close(of: quote, in: bytes, from: start + 1, to: end) else { return value }
      let range = SourceRange(start, close + 1)
      let text =
        quote == UInt8(ascii: "'")
        ? source.string(SourceRange(start + 1, close)).replacing("''", with: "'")
        : KeyedBlocks.unescaped(source.string(range))
      return KeyedBlocks.Value(key: key, keyRange: keyRange ?? range, range: range, text: text, quote: quote)
    }
    var stop = end
    if let comment = (start..<end).first(where: {
      bytes[$0] == UInt8(ascii: "#") && (bytes[$0 - 1] == 0x20 || bytes[$0 - 1] == 0x09)
    }) {
      stop = comment
    }
    while stop > start, bytes[stop - 1].isSpace { stop -= 1 }
    let range = SourceRange(start, stop)
    let isPlain = !"&*!{[|>@`%?".utf8.contains(bytes[start])
    value = KeyedBlocks.Value(
      key: key, keyRange: keyRange ?? range, range: range, text: isPlain ? source.string(range) : nil, quote: nil)
    return value
  }

  /// Returns the offset of the quotation mark that closes a value.
  static func close(of quote: UInt8, in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    var index = start
    while index < end {
      if quote == UInt8(ascii: "\""), bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if bytes[index] == quote {
        if quote == UInt8(ascii: "'"), index + 1 < end, bytes[index + 1] == quote {
          index += 2
        } else {
          return index
        }
      } else {
        index += 1
      }
    }
    return nil
  }

  /// Makes a line part of the open entries.
  private mutating func extend(to line: SourceRange) {
    var end = line.end
    while end > line.start, source.bytes[end - 1].isSpace { end -= 1 }
    for index in items.indices { items[index].block.range.end = end }
  }

  /// Closes the entries that a line of some indentation is not in.
  private mutating func close(to indent: Int) {
    while let item = items.last, item.dash >= indent {
      blocks[item.index] = item.block
      items.removeLast()
    }
  }
}
