import Catalog
import Diagnostics
import JSON
import Notation

/// The entries of a YAML sequence, the tables of a TOML file, or the sections of an INI file, with the places of their
/// values. Only values on one line are read, which are all that lists of feeds need; others stay as they are.
struct KeyedBlocks {
  enum Form: String {
    case yaml = "YAML"
    case toml = "TOML"
    /// Planet's configuration: a section per feed.
    case ini = "INI"
  }

  /// A value on one line.
  struct Value {
    let key: String
    let keyRange: SourceRange
    /// The value, including quotes.
    let range: SourceRange
    /// `nil` if the value is not one text.
    var text: String?
    /// The quotation mark; `nil` for a plain value.
    let quote: UInt8?
  }

  struct Block {
    /// From the first to the last byte of the entry that is neither white space nor a comment.
    var range: SourceRange
    var values: [Value] = []
    /// The number of spaces before the keys.
    var indent: Int
    /// The names of the entries and keys that contain the entry, outermost first.
    var folders: [String] = []
    /// Whether other entries are inside.
    var isFolder = false
    /// Whether the entry is a mapping in braces, which is not edited.
    var isBraced = false

    /// Returns the indexes of the values by the kinds that they state; empty if they state no address.
    func columns(in form: Form) -> [String: Int] {
      let isListed = form != .ini || !values.contains { $0.key.lowercased() == "content_type" }
      // A section of a program's settings may have an address, but only a feed's has one of a feed.
      let names = values.map { value in
        value.text == nil || form == .ini && ["url", "link"].contains(value.key) && !value.isHeader ? "" : value.key
      }
      var columns = isListed ? SeedColumns.indexes(of: names) : [:]
      guard let address = columns[FeedField.feedURL.name], URLListSeeds.isAddress(values[address].text ?? "") else {
        return [:]
      }
      if form == .ini, columns[FeedField.siteURL.name] == nil {
        columns[FeedField.siteURL.name] = values.firstIndex { $0.key == "link" }
      }
      return columns
    }
  }

  let form: Form
  private(set) var blocks: [Block] = []

  /// Reads a text that is one of the forms; `nil` for others.
  init?(_ source: SourceText) {
    guard let form = Self.form(of: source) else { return nil }
    self.form = form
    switch form {
    case .yaml: blocks = YAMLBlocks(source).blocks
    case .toml, .ini: blocks = SectionBlocks(source, isTOML: form == .toml).blocks
    }
    if !blocks.contains(where: { !$0.columns(in: form).isEmpty }) { return nil }
  }

  /// Returns the form that the first lines have.
  private static func form(of source: SourceText) -> Form? {
    var hasSection = false
    for line in source.lineRanges.prefix(2000) {
      let text = source.bytes[line.start..<line.end].trimmed
      guard let first = text.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else { continue }
      if first == UInt8(ascii: "[") {
        guard text.last == UInt8(ascii: "]"), text.count > 2 else { return nil }
        let inner = text.dropFirst().first
        if inner == UInt8(ascii: "[") { return text.count > 4 && (text[text.startIndex + 2]).isWordPart ? .toml : nil }
        if inner.map({ !$0.isWordPart }) ?? true { return nil }
        if text.dropFirst().starts(with: "http".utf8) { return .ini }
        hasSection = true
      } else if let equals = text.firstIndex(of: UInt8(ascii: "=")), hasSection || isKey(text[..<equals].trimmed) {
        let value = text[(equals + 1)...].trimmed.first
        let isQuoted = value == UInt8(ascii: "\"") || value == UInt8(ascii: "'")
        if isQuoted { return .toml }
        if hasSection { return .ini }
      } else if !hasSection, KeyLine(text, at: text.startIndex) != nil || text.elementsEqual("---".utf8) {
        if first == UInt8(ascii: "-") || text.last == UInt8(ascii: ":") { return .yaml }
      } else if !hasSection, text.starts(with: "- {".utf8) {
        return .yaml
      } else if !hasSection {
        return nil
      }
    }
    return nil
  }

  /// Returns the text of a value in double quotes; `nil` if it has escapes that JSON does not have.
  static func unescaped(_ quoted: String) -> String? {
    var mistakes: [Diagnostic] = []
    let document = JSONDocument.parse(SourceText(name: "", text: quoted), into: &mistakes)
    return mistakes.isEmpty ? document?.root.string : nil
  }

  private static func isKey(_ text: ArraySlice<UInt8>) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isWordPart || $0 == UInt8(ascii: "-") }
  }
}

extension KeyedBlocks.Value {
  /// Whether the value is a section's name.
  var isHeader: Bool { keyRange == range }
}

/// A line of YAML that begins with a key, after any number of `- `.
struct KeyLine {
  let key: SourceRange
  /// The offset after the colon.
  let end: Int

  init?(_ line: ArraySlice<UInt8>, at start: Int) {
    var index = start
    while index + 1 < line.endIndex, line[index] == UInt8(ascii: "-"), line[index + 1] == 0x20 {
      index += 1
      while index < line.endIndex, line[index] == 0x20 { index += 1 }
    }
    guard index < line.endIndex else { return nil }
    var key = index
    if line[index] == UInt8(ascii: "\"") || line[index] == UInt8(ascii: "'") {
      guard let close = line[(index + 1)...].firstIndex(of: line[index]) else { return nil }
      key = close + 1
    } else {
      guard line[index].isWordPart || line[index] >= 0x80 else { return nil }
      while key < line.endIndex, line[key] != UInt8(ascii: ":") || key + 1 < line.endIndex && line[key + 1] != 0x20 {
        key += 1
      }
    }
    guard key < line.endIndex, line[key] == UInt8(ascii: ":"), key > index else { return nil }
    self.key = SourceRange(index, key)
    end = key + 1
  }
}

extension SourceText {
  /// The lines, without their ends and without a byte order mark.
  var lineRanges: [SourceRange] {
    var lines: [SourceRange] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      lines.append(SourceRange(start, end))
      start = end + (bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
    }
    return lines
  }

  /// The first line end of the text.
  var lineEnd: String {
    guard let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return "\n" }
    return bytes[end...].starts(with: [0x0D, 0x0A]) ? "\r\n" : bytes[end] == 0x0D ? "\r" : "\n"
  }

  /// Returns the whole lines of a range, with the end of the last one.
  func lines(of range: SourceRange) -> SourceRange {
    var start = range.start
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    var end = range.end
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    if end < bytes.count { end += bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1 }
    return SourceRange(start, end)
  }
}
