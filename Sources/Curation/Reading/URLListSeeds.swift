import Catalog
import CloudKitRecords
import Diagnostics

/// Feed seeds read from a list with one address per line. They fill absent fields only.
///
/// A title may follow an address. A line that begins with `#` is a comment, as is text after white space and `#`.
/// Newsboat's `urls` files, and lists and tables of links in Markdown are read, too.
struct URLListSeeds {
  /// A line that states a feed, and the columns of the table that it is in.
  struct FeedLine {
    let line: ListLine
    let columns: ListLine.Columns?
  }

  private(set) var file: SeedFile
  /// The lines of the feeds, in their order; empty unless they are kept.
  private(set) var lines: [FeedLine] = []
  private let keepsLines: Bool
  private let source: SourceText
  /// The headings above the current line of a Markdown list.
  private var headings: [(level: Int, text: String)] = []
  /// The columns of the table that the current line is in, and the line before.
  private var table: ListLine.Columns?
  private var before = ""
  /// The last line, if it begins an item of an HTML list that it does not end.
  private var openItem: SourceRange?

  init(_ source: SourceText, keepingLines keepsLines: Bool = false) {
    file = SeedFile(source)
    self.keepsLines = keepsLines
    self.source = source
    let form = Self.form(of: source) ?? .plain
    Self.forEachLine(of: source.bytes, strippingComments: form == .plain) { line in
      let text = source.string(line)
      switch form {
      case .plain: add(ListLine(plain: text), line)
      case .newsboat: readNewsboat(text, line)
      case .markdown: readMarkdown(text, line)
      }
      return true
    }
  }

  static func recognizes(_ source: SourceText) -> Bool { form(of: source) != nil }

  /// Returns the syntax of a list: its first significant line begins like an address, or a list item or row contains a
  /// link.
  static func form(of source: SourceText) -> ListLine.Form? {
    var form: ListLine.Form?
    var isFirst = true
    var isTable = false
    forEachLine(of: Array(source.bytes.prefix(1 << 16)), strippingComments: false) { line in
      let text = source.string(line)
      isTable = text.contains("|") && (isTable || ListLine.isDelimiter(text))
      let item = isTable ? ListLine(row: text, [:]) : ListLine(item: text)
      if let item, isAddress(item.url), form == nil {
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

  static func isAddress(_ text: some StringProtocol) -> Bool {
    let start = text.prefix(8).lowercased()
    return ["http://", "https://", "feed:", "www."].contains { start.hasPrefix($0) }
  }

  /// Whether a line of a newsboat list produces entries without naming a feed.
  static func isNewsboatCommand(_ text: String) -> Bool {
    ["\"query:", "query:", "\"exec:", "exec:", "\"filter:", "filter:"].contains { text.hasPrefix($0) }
  }

  private mutating func add(_ line: ListLine, _ range: SourceRange, _ columns: ListLine.Columns? = nil) {
    if keepsLines { lines.append(FeedLine(line: line, columns: columns)) }
    let place = SeedPlace(file: source.name, range: range)
    var seed = FeedSeed(feedURL: line.string(line.url), authority: .fillAbsent, place: place)
    if let title = line.titleText, !title.isEmpty {
      seed.fields[FeedField.title] = file.value(SeedValue(text: title, limit: .title), "title", at: range)
    }
    if let site = line.site {
      let read = SeedValue(address: line.string(site), refusing: .info)
      seed.fields[FeedField.siteURL] = file.value(read, FeedField.siteURL.name, at: range)
    }
    seed.categoryAttributes = line.tags.compactMap {
      file.value(SeedValue(text: $0, limit: .tag), "tags", at: range)?.string
    }
    seed.folders = headings.map(\.text)
    file.seeds.feeds.append(seed)
  }

  private mutating func readNewsboat(_ text: String, _ range: SourceRange) {
    if text.hasPrefix("#") { return }
    if Self.isNewsboatCommand(text) {
      file.skipped += 1
      return file.report(.info, rule: "rows-without-feed", "skipped a line that names no feed", range: range)
    }
    add(ListLine(newsboat: text), range)
  }

  private mutating func readMarkdown(_ text: String, _ range: SourceRange) {
    defer { before = text }
    if ListLine.isDelimiter(text) {
      table = ListLine.columns(of: before)
      return
    }
    if !text.contains("|") { table = nil }
    if let columns = table {
      if let line = ListLine(row: text, columns) { add(line, range, columns) }
      return
    }
    if let openItem, text.contains("<a "), !ListLine.isHTMLItem(text) { skipItem(openItem) }
    openItem = nil
    if let line = ListLine(item: text) {
      if ListLine.isHTMLItem(text), !text.lowercased().contains("</li") { openItem = range }
      return add(line, range)
    }
    let level = text.prefix { $0 == "#" }.count
    guard (1...6).contains(level), text.dropFirst(level).first == " " else { return }
    headings.removeAll { $0.level >= level }
    let heading = CleanText(String(text.dropFirst(level)), limit: .tag).text
    // The first level is the title of the document.
    if level > 1, !heading.isEmpty { headings.append((level, heading)) }
  }

  /// Takes back an item whose links go on in the next line: which of them leads to the feed is unknown.
  private mutating func skipItem(_ range: SourceRange) {
    file.seeds.feeds.removeLast()
    if keepsLines { lines.removeLast() }
    file.skipped += 1
    file.report(
      .warning, rule: "item-on-lines", "skipped an item whose links are on several lines; write it on one line",
      range: range)
  }

  /// Calls `body` with each line, without surrounding white space, until `body` returns `false`.
  static func forEachLine(
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
