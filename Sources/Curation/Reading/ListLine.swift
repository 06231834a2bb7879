import Diagnostics
import Notation
import XML

/// A line of a list: the parts of it that state a feed.
struct ListLine {
  /// The syntax of a list's lines.
  enum Form {
    /// An address, perhaps with a title.
    case plain
    /// Tags follow the address; a tag that begins with `~` is the title. Source: newsboat.org, "Feed list", read
    /// 2026-11.
    case newsboat
    /// List items and rows of tables contain links; headings are folders.
    case markdown
  }

  /// A link: its address and its text.
  struct Link {
    let url: Substring
    let text: Substring?
    var isHTML = false
  }

  /// The columns of a Markdown table, by their kinds.
  typealias Columns = [String: Int]

  let text: String
  private(set) var url: Substring
  private(set) var title: Substring?
  /// The address of the site, in lines with a link to each.
  private(set) var site: Substring?
  private(set) var tags: [String] = []
  /// Whether the parts have the escapes of HTML.
  private(set) var isHTML = false
  /// Whether the title has the escapes of Markdown.
  private var isMarkdown = false

  /// Reads a line of a list of addresses.
  init(plain text: String) {
    self.text = text
    guard let end = text.firstIndex(where: { $0 == " " || $0 == "\t" }), URLListSeeds.isAddress(text) else {
      url = text[...]
      return
    }
    url = text[..<end]
    let title = text[end...].drop { " \t-–—|".contains($0) }
    self.title = title.isEmpty ? nil : title
  }

  init(newsboat text: String) {
    self.text = text
    let words = Self.words(of: text)
    let title = words.dropFirst().first { $0.hasPrefix("~") }
    self.title = title?.dropFirst()
    // The tag '!' hides a feed in newsboat.
    tags = words.dropFirst().filter { !$0.hasPrefix("~") && $0 != "!" }.map(String.init)
    url = words.first ?? text[...]
  }

  /// Returns the words of a newsboat line. Quotes enclose a word with spaces.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    var start: String.Index?
    var isQuoted = false
    for index in text.indices {
      let character = text[index]
      let isSpace = character == " " || character == "\t"
      if character == "\"" || !isQuoted && isSpace {
        if let start, start < index { words.append(text[start..<index]) }
        if character == "\"" { isQuoted.toggle() }
        start = nil
        if character == "\"" { start = text.index(after: index) }
      } else if start == nil {
        start = index
      }
    }
    if let start, start < text.endIndex { words.append(text[start...]) }
    return words
  }

  /// Reads a list item with a link, in Markdown or HTML; `nil` for other lines.
  init?(item text: String) {
    let links = Self.isHTMLItem(text) ? Self.anchors(in: text[...]) : Self.itemLinks(text)
    self.init(text, links)
  }

  /// Reads a row of a Markdown table; `nil` if it has no link.
  init?(row text: String, _ columns: Columns) {
    let cells = Self.cells(of: text)
    func cell(_ kind: String) -> Substring? { columns[kind].flatMap { cells.indices.contains($0) ? cells[$0] : nil } }
    func links(_ cell: Substring) -> [Link] { Self.links(in: cell, orBare: true) }
    guard let feed = cell("feedURL").flatMap({ links($0).first }) else {
      if columns["feedURL"] != nil { return nil }
      self.init(text, cells.flatMap(links))
      return
    }
    self.init(text, [feed])
    let named = cell("title")
    let home = named.flatMap { links($0).first } ?? cell("siteURL").flatMap { links($0).first }
    let plain = named.flatMap { links($0).isEmpty && !$0.isEmpty ? $0 : nil }
    title = plain ?? home?.text ?? feed.text.flatMap { Self.isFeedWord($0) ? nil : $0 }
    site = cell("siteURL").flatMap { links($0).first?.url } ?? home?.url
    if site == feed.url { site = nil }
  }

  /// Creates a line from its links: the one that says so leads to the feed, or else the first one.
  private init?(_ text: String, _ links: [Link]) {
    guard let first = links.first else { return nil }
    let feed = links.first { $0.text.map(Self.isFeedWord) ?? false } ?? first
    self.text = text
    url = feed.url
    isHTML = feed.isHTML
    isMarkdown = !isHTML
    title = feed.url == first.url && Self.isFeedWord(first.text ?? "") ? nil : first.text
    site = feed.url == first.url ? nil : first.url
    if url.hasPrefix("#") { return nil }
  }

  func range(of part: Substring, in line: SourceRange) -> SourceRange {
    let start = line.start + text.utf8.distance(from: text.startIndex, to: part.startIndex)
    return SourceRange(start, start + part.utf8.count)
  }

  /// Returns the text of a part.
  func string(_ part: Substring) -> String {
    let bytes = Array(part.utf8)
    return isHTML ? CharacterReference.string(0..<bytes.count, of: bytes) : String(part)
  }

  /// The title without the escapes of the line's form.
  var titleText: String? {
    title.map { isMarkdown ? Markdown.text(ofLabel: $0) : string($0) }
  }

  private static func isFeedWord(_ text: Substring) -> Bool {
    let words = String(text).foldedWords
    let feeds: Set<Substring> = ["rss", "feed", "atom", "xml", "rss2"]
    return !words.isEmpty && words.count <= 2 && words.contains(where: feeds.contains)
      && words.allSatisfy { feeds.contains($0) || $0 == "json" || $0 == "the" }
  }

  // MARK: Links

  static func isHTMLItem(_ text: String) -> Bool { text.prefix(4).lowercased().hasPrefix("<li") }

  /// Returns the text of a Markdown list item, after its marker; `nil` for other lines.
  static func item(_ text: String) -> Substring? {
    let marker = text.prefix { $0 != " " }
    let isItem =
      ["-", "*", "+"].contains(marker)
      || marker.count > 1 && ".)".contains(marker.last ?? " ")
        && marker.dropLast().allSatisfy { $0.isASCII && $0.isNumber }
    return isItem ? text.dropFirst(marker.count).drop { $0 == " " } : nil
  }

  /// Returns the links of a Markdown list item. A mistyped address at its beginning is a link, too, so that it is
  /// reported.
  private static func itemLinks(_ text: String) -> [Link] {
    guard let item = item(text) else { return [] }
    let word = item.drop { $0 == "<" }.prefix { !" >".contains($0) }
    if URLListSeeds.isAddress(word) || word.contains("://") && !word.contains("]") {
      return [Link(url: word, text: nil)]
    }
    return links(in: item)
  }

  /// Returns the links of a text in Markdown: `[text](address)`, `<a href>`, and, in a cell, an address alone.
  static func links(in text: Substring, orBare allowsBare: Bool = false) -> [Link] {
    if text.contains("<a ") { return anchors(in: text) }
    var links: [Link] = []
    var rest = text
    while let middle = middle(of: rest), let open = opening(rest[..<middle.lowerBound]) {
      let url = rest[middle.upperBound...].drop { $0 == "<" }.prefix { !" )>".contains($0) }
      let label = rest[rest.index(after: open)..<middle.lowerBound]
      // An image has an address, too.
      let isImage = open > rest.startIndex && rest[rest.index(before: open)] == "!"
      if !isImage { links.append(Link(url: url, text: label)) }
      rest = rest[url.endIndex...]
    }
    if links.isEmpty, allowsBare {
      let bare = text.split { " <>|`".contains($0) }.first(where: URLListSeeds.isAddress)
      if let bare { links.append(Link(url: bare, text: nil)) }
    }
    return links
  }

  /// Returns the bracket that opens a link's text: the first one after the last link.
  private static func opening(_ text: Substring) -> String.Index? {
    text.indices.first { text[$0] == "[" && !isEscaped($0, in: text) }
  }

  /// Returns what is between the text and the address of the first link.
  private static func middle(of text: Substring) -> Range<String.Index>? {
    var rest = text
    while let found = rest.firstRange(of: "](") {
      if !isEscaped(found.lowerBound, in: text) { return found }
      rest = rest[found.upperBound...]
    }
    return nil
  }

  /// Whether an odd number of backslashes is before a character.
  private static func isEscaped(_ index: String.Index, in text: Substring) -> Bool {
    text[..<index].reversed().prefix { $0 == "\\" }.count % 2 == 1
  }

  /// Returns the links of HTML.
  private static func anchors(in text: Substring) -> [Link] {
    var links: [Link] = []
    var rest = text
    while let start = rest.firstRange(of: "<a ") {
      rest = rest[start.upperBound...]
      guard let close = rest.firstIndex(of: ">") else { break }
      let tag = rest[..<close]
      rest = rest[rest.index(after: close)...]
      guard let name = tag.firstRange(of: "href="), let quote = tag[name.upperBound...].first,
        quote == "\"" || quote == "'"
      else { continue }
      let url = tag[tag.index(after: name.upperBound)...].prefix { $0 != quote }
      let label = rest[..<(rest.firstRange(of: "</a")?.lowerBound ?? rest.endIndex)]
      links.append(Link(url: url, text: label.isEmpty || label.contains("<") ? nil : label, isHTML: true))
    }
    return links
  }

  // MARK: Tables

  /// Returns the cells of a table's row, trimmed; none for other lines.
  static func cells(of text: String) -> [Substring] {
    guard text.contains("|") else { return [] }
    var cells: [Substring] = []
    var start = text.startIndex
    var isEscaped = false
    for index in text.indices {
      if text[index] == "|", !isEscaped {
        cells.append(text[start..<index])
        start = text.index(after: index)
      }
      isEscaped = text[index] == "\\" && !isEscaped
    }
    cells.append(text[start...])
    if text.hasPrefix("|") { cells.removeFirst() }
    if text.hasSuffix("|") { cells.removeLast() }
    return cells.map { cell in
      let start = cell.drop { $0 == " " || $0 == "\t" }
      return start.prefix(
        upTo: start.lastIndex { $0 != " " && $0 != "\t" }.map(start.index(after:)) ?? start.startIndex)
    }
  }

  /// Whether a row separates a table's header from its rows.
  static func isDelimiter(_ text: String) -> Bool {
    text.contains("|") && text.contains("-") && text.allSatisfy { "|-: \t".contains($0) }
  }

  /// Returns the columns of a table by their kinds, from its header.
  static func columns(of header: String) -> Columns {
    var names = cells(of: header).map { SeedColumns.fold(String($0)) }
    // A column 'URL' or 'Link' beside a column of feeds is the site's; alone, it may be either.
    for (index, name) in names.enumerated() where ["blog", "author", "who"].contains(name) && !names.contains("title") {
      names[index] = names.contains("name") ? name : "title"
    }
    return SeedColumns.indexes(of: names)
  }
}
