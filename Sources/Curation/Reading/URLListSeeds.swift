import Catalog
import CloudKitRecords
import Diagnostics

/// Feed seeds read from a list with one address per line. They fill absent fields only.
///
/// A title may follow an address. A line that begins with `#` is a comment, as is text after white space and `#`.
/// Newsboat's `urls` files and Markdown lists of links are read, too.
struct URLListSeeds {
  /// The syntax of the lines.
  private enum Form {
    case plain
    /// Tags follow the address; a tag that begins with `~` is the title. Source: newsboat.org, "Feed list", read 2026-11.
    case newsboat
    /// List items contain links; headings are folders.
    case markdown
  }

  private(set) var file: SeedFile
  private let source: SourceText
  /// The headings above the current line of a Markdown list.
  private var headings: [(level: Int, text: String)] = []

  /// Reads a list.
  init(_ source: SourceText) {
    file = SeedFile(source)
    self.source = source
    let form = Self.form(of: source) ?? .plain
    Self.forEachLine(of: source.bytes, strippingComments: form == .plain) { line in
      let text = source.string(line)
      switch form {
      case .plain: readPlain(text, line)
      case .newsboat: readNewsboat(text, line)
      case .markdown: readMarkdown(text, line)
      }
      return true
    }
  }

  /// Whether a text is an address list.
  static func recognizes(_ source: SourceText) -> Bool { form(of: source) != nil }

  /// Returns the syntax of a list: its first significant line begins like an address, or a list item contains a link.
  private static func form(of source: SourceText) -> Form? {
    var form: Form?
    var isFirst = true
    forEachLine(of: Array(source.bytes.prefix(1 << 16)), strippingComments: false) { line in
      let text = source.string(line)
      if let link = link(in: text), isAddress(link.url), form == nil {
        form = .markdown
      } else if !text.hasPrefix("#") {
        if isFirst, isAddress(text) { form = .plain }
        let comment = text.firstRange(of: " #")?.lowerBound ?? text.endIndex
        if isNewsboatCommand(text) || form == .plain && text[..<comment].contains(" \"") { form = .newsboat }
        isFirst = false
      }
      return form == nil || form == .plain
    }
    return form
  }

  private static func isAddress(_ text: some StringProtocol) -> Bool {
    let start = text.prefix(8).lowercased()
    return ["http://", "https://", "feed:", "www."].contains { start.hasPrefix($0) }
  }

  /// Whether a line of a newsboat list produces entries without naming a feed.
  private static func isNewsboatCommand(_ text: String) -> Bool {
    ["\"query:", "query:", "\"exec:", "exec:", "\"filter:", "filter:"].contains { text.hasPrefix($0) }
  }

  private mutating func add(_ url: String, title: String?, tags: [String] = [], _ range: SourceRange) {
    var seed = FeedSeed(feedURL: url, authority: .fillAbsent, place: SeedPlace(file: source.name, range: range))
    if let title, !title.isEmpty {
      seed.fields[FeedField.title] = file.value(SeedValue(text: title, limit: .title), "title", at: range)
    }
    let words = tags.compactMap { file.value(SeedValue(text: $0, limit: .tag), "tags", at: range)?.string }
    seed.categoryAttributes = words
    seed.folders = headings.map(\.text)
    file.seeds.feeds.append(seed)
  }

  private mutating func readPlain(_ text: String, _ range: SourceRange) {
    guard let end = text.firstIndex(where: { $0 == " " || $0 == "\t" }), Self.isAddress(text) else {
      return add(text, title: nil, range)
    }
    add(String(text[..<end]), title: String(text[end...].drop { " \t-–—|".contains($0) }), range)
  }

  private mutating func readNewsboat(_ text: String, _ range: SourceRange) {
    if text.hasPrefix("#") { return }
    if Self.isNewsboatCommand(text) {
      file.skipped += 1
      return file.report(.info, rule: "rows-without-feed", "skipped a line that names no feed", range: range)
    }
    let words = Self.words(of: text)
    let title = words.dropFirst().first { $0.hasPrefix("~") }
    // The tag '!' hides a feed in newsboat.
    let tags = words.dropFirst().filter { !$0.hasPrefix("~") && $0 != "!" }
    add(words.first ?? text, title: title.map { String($0.dropFirst()) }, tags: tags, range)
  }

  /// Returns the words of a newsboat line. Quotes enclose a word with spaces.
  private static func words(of text: String) -> [String] {
    var words: [String] = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, character == " " || character == "\t" {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }

  private mutating func readMarkdown(_ text: String, _ range: SourceRange) {
    if let (url, title) = Self.link(in: text) { return add(url, title: title, range) }
    let level = text.prefix { $0 == "#" }.count
    guard (1...6).contains(level), text.dropFirst(level).first == " " else { return }
    headings.removeAll { $0.level >= level }
    let heading = CleanText(String(text.dropFirst(level)), limit: .tag).text
    // The first level is the title of the document.
    if level > 1, !heading.isEmpty { headings.append((level, heading)) }
  }

  /// Returns the first link of a Markdown list item, except to a place in the document. A mistyped address is a link, too,
  /// so that it is reported.
  private static func link(in text: String) -> (url: String, title: String?)? {
    let marker = text.prefix { $0 != " " }
    let isItem =
      ["-", "*", "+"].contains(marker)
      || marker.count > 1 && ".)".contains(marker.last ?? " ")
        && marker.dropLast().allSatisfy { $0.isASCII && $0.isNumber }
    guard isItem else { return nil }
    let item = text.dropFirst(marker.count).drop { $0 == " " }
    let word = item.drop { $0 == "<" }.prefix { !" >".contains($0) }
    if isAddress(word) || word.contains("://") && !word.contains("]") { return (String(word), nil) }
    guard let middle = item.firstRange(of: "]("), let open = item[..<middle.lowerBound].firstIndex(of: "[") else {
      return nil
    }
    let url = item[middle.upperBound...].drop { $0 == "<" }.prefix { !" )>".contains($0) }
    return url.hasPrefix("#") ? nil : (String(url), String(item[item.index(after: open)..<middle.lowerBound]))
  }

  /// Calls `body` with each line, without surrounding white space, until `body` returns `false`.
  private static func forEachLine(
    of bytes: [UInt8], strippingComments: Bool, _ body: (SourceRange) -> Bool
  ) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      let next = end + 1
      if strippingComments, let comment = comment(in: bytes, from: start, to: end) { end = comment }
      while start < end, isBlank(bytes[start]) { start += 1 }
      while end > start, isBlank(bytes[end - 1]) { end -= 1 }
      if start < end, !body(SourceRange(start, end)) { return }
      start = next
    }
  }

  /// Returns the start of a line's comment. The `#` of a URL fragment has no white space before it.
  private static func comment(in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    (start..<end).first { bytes[$0] == UInt8(ascii: "#") && ($0 == start || isBlank(bytes[$0 - 1])) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
