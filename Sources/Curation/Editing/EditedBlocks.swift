import Catalog
import CloudKitRecords
import Diagnostics
import JSON
import Notation

/// Entries of YAML, tables of TOML, or sections of an INI file.
struct EditedBlocks: EditedList {
  private let source: SourceText
  private let form: KeyedBlocks.Form
  /// The entries that state a feed.
  private let blocks: [KeyedBlocks.Block]
  private let columns: [[String: Int]]
  /// The keys that the list uses, by the kinds of their values.
  private let keys: [String: String]

  init(_ source: SourceText) throws(SeedFileRefusal) {
    guard let list = KeyedBlocks(source) else { throw SeedFileRefusal("the file has no feeds to edit") }
    self.source = source
    form = list.form
    let feeds = list.blocks.map { ($0, $0.columns(in: list.form)) }.filter { !$0.1.isEmpty }
    blocks = feeds.map(\.0)
    columns = feeds.map(\.1)
    keys = feeds.reduce(into: [:]) { keys, feed in
      for (name, index) in feed.1 where keys[name] == nil { keys[name] = feed.0.values[index].key }
    }
  }

  func edits(changing feed: Int, _ values: [EditedValue]) throws(SeedFileRefusal) -> [Fix.Edit] {
    let block = blocks[feed]
    if block.isBraced { throw SeedFileRefusal("an entry in braces is not edited") }
    var edits: [Fix.Edit] = []
    for value in values {
      if let index = columns[feed][value.field.name] {
        let old = block.values[index]
        if value.value == nil {
          if old.isHeader { throw SeedFileRefusal("the entry needs its address") }
          edits.append(source.removingLines(of: old.range))
          continue
        }
        edits.append(Fix.Edit(range: old.range, replacement: try written(value, like: old)))
        continue
      }
      if value.value == nil { continue }
      guard let key = keys[value.field.name] ?? (value.field === FeedField.isActive ? value.field.name : nil) else {
        throw SeedFileRefusal("the list has no key for this field")
      }
      guard let last = block.values.last(where: { !$0.isHeader || form == .ini }) else {
        throw SeedFileRefusal("the entry has no keys")
      }
      let lines = source.lines(of: last.range)
      let indent = String(repeating: " ", count: block.indent)
      let line = "\(indent)\(key)\(separator(in: block))\(try written(value, like: nil))"
      edits.append(source.addingLine(line, isBefore: false, lines.end > lines.start ? last.range : block.range))
    }
    return edits
  }

  /// Returns what is between keys and values, as an entry has it.
  private func separator(in block: KeyedBlocks.Block) -> String {
    if let value = block.values.first(where: { !$0.isHeader }) {
      return source.string(SourceRange(value.keyRange.end, value.range.start))
    }
    return form == .yaml ? ": " : " = "
  }

  /// Returns a value in the form of another one, with the quotes that it needs.
  private func written(_ value: EditedValue, like old: KeyedBlocks.Value?) throws(SeedFileRefusal) -> String {
    let text = CleanText(value.text, limit: .description).text
    if value.field.content == .flag, old?.quote == nil { return text }
    switch form {
    case .ini:
      if old?.isHeader == true, text.contains("]") { throw SeedFileRefusal("the address has a bracket") }
      // The format has no quotes, and reads '%' as the start of a reference to another key.
      return text.replacing(" ;", with: " ")
    case .toml: return old?.quote == UInt8(ascii: "'") && !text.contains("'") ? "'\(text)'" : JSONWriter.literal(text)
    case .yaml:
      if old?.quote == UInt8(ascii: "'") { return "'" + text.replacing("'", with: "''") + "'" }
      return old?.quote != nil || !Self.isPlain(text) ? JSONWriter.literal(text) : text
    }
  }

  /// Whether a text without quotes is itself in YAML, and no number, date, flag, or null.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isLetter || first >= 0x80, !text.hasSuffix(":") else { return false }
    let words: Set<String> = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    return !text.contains(": ") && !text.contains(" #") && !words.contains(text.lowercased())
  }

  func edits(removing feeds: Set<Int>) throws(SeedFileRefusal) -> [Fix.Edit] {
    try feeds.sorted().map { feed throws(SeedFileRefusal) in
      // The dash of an entry may be on the line of the entry that contains it.
      let range = blocks[feed].range
      let start = source.lines(of: SourceRange(range.start, range.start)).start
      guard source.bytes[start..<range.start].allSatisfy(\.isSpace) else {
        throw SeedFileRefusal("the entry begins on the line of another one")
      }
      return source.removingLines(of: withBlankLine(range))
    }
  }

  /// Returns the range of an entry with a blank line after it, if another one is before it.
  private func withBlankLine(_ range: SourceRange) -> SourceRange {
    let lines = source.lines(of: range)
    let after = source.lines(of: SourceRange(lines.end, lines.end))
    let before = source.lines(of: SourceRange(max(lines.start - 1, 0), max(lines.start - 1, 0)))
    func isBlank(_ line: SourceRange) -> Bool { source.bytes[line.start..<line.end].allSatisfy(\.isSpace) }
    let isBlankAfter = lines.end < source.bytes.count && isBlank(after)
    return isBlankAfter && (isBlank(before) || lines.start == 0) ? SourceRange(range.start, after.start) : range
  }

  func edits(adding seed: FeedSeed, at place: ListOrder.Place?) throws(SeedFileRefusal) -> [Fix.Edit] {
    guard let place else { throw SeedFileRefusal("the list has no entry whose form a new one could have") }
    let (block, columns) = (blocks[place.index], columns[place.index])
    if block.isBraced { throw SeedFileRefusal("the entry beside it is in braces; add the new one by hand") }
    let values = Dictionary(uniqueKeysWithValues: seed.editedValues.map { ($0.field.name, $0) })
    let names = Dictionary(uniqueKeysWithValues: columns.map { ($0.value, $0.key) })
    let end = source.lineEnd
    let separator = separator(in: block)
    let outer = source.string(
      SourceRange(
        source.lines(of: SourceRange(block.range.start, block.range.start)).start,
        block.range.start))
    guard outer.allSatisfy({ $0 == " " }) else { throw SeedFileRefusal("the entry begins on the line of another one") }
    let indent = String(repeating: " ", count: block.indent)
    var lines: [String] = []
    var stated: Set<String> = []
    func add(_ key: String, _ value: EditedValue, like old: KeyedBlocks.Value?) throws(SeedFileRefusal) {
      let text = try written(value, like: old)
      lines.append(old?.isHeader == true ? text : "\(key)\(separator)\(text)")
    }
    for (index, old) in block.values.enumerated() {
      guard let name = names[index] else { continue }
      stated.insert(name)
      if let value = values[name] { try add(old.key, value, like: old) }
    }
    for value in seed.editedValues where !stated.contains(value.field.name) {
      if let key = keys[value.field.name] { try add(key, value, like: nil) }
    }
    if let category = seed.categoryAttributes.first, !stated.contains("category"), let key = keys["category"] {
      try add(key, EditedValue(field: FeedField.category, value: .string(category)), like: nil)
    }
    var text: String
    switch form {
    case .yaml:
      let dash = source.string(SourceRange(block.range.start, block.range.start + 1))
      let gap = String(repeating: " ", count: max(block.indent - outer.count - 1, 1))
      text = outer + dash + gap + lines.joined(separator: end + indent)
    case .ini where block.values.first?.isHeader == true:
      text = "[\(lines.removeFirst())]" + lines.map { end + indent + $0 }.joined()
    case .toml, .ini:
      let header = source.string(
        SourceRange(
          block.range.start,
          source.lines(
            of: SourceRange(
              block.range.start, block.range.start)
          ).end)
      ).prefix { $0 != "\n" && $0 != "\r" && $0 != "\r\n" }
      guard header.hasPrefix("[[") else { throw SeedFileRefusal("a table of this file needs a name; add it by hand") }
      text = header + lines.map { end + indent + $0 }.joined()
    }
    // Entries with a blank line between them get one.
    let isSpaced = blocks.count > 1 && isBlank(after: blocks[0].range)
    if isSpaced { text = place.isBefore ? text + end : end + text }
    return [source.addingLine(text, isBefore: place.isBefore, block.range)]
  }

  private func isBlank(after range: SourceRange) -> Bool {
    let next = source.lines(of: range).end
    let line = source.lines(of: SourceRange(next, next))
    return next < source.bytes.count && source.bytes[line.start..<line.end].allSatisfy(\.isSpace)
  }
}
