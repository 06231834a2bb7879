import CSV
import Catalog
import CloudKitRecords
import Diagnostics
import Notation
import XML

/// A list of lines: plain, newsboat's, or list items and tables in Markdown.
struct EditedLines: EditedList {
  private let source: SourceText
  private let feeds: [FeedSeed]
  private let lines: [URLListSeeds.FeedLine]
  private let form: ListLine.Form

  init(_ source: SourceText, _ feeds: [FeedSeed]) {
    self.source = source
    self.feeds = feeds
    lines = URLListSeeds(source, keepingLines: true).lines
    form = URLListSeeds.form(of: source) ?? (FirstEntry.isMarkdown(source.name) ? .markdown : .plain)
  }

  private func range(_ feed: Int) -> SourceRange { feeds[feed].place.range ?? SourceRange(0, 0) }

  func edits(changing feed: Int, _ values: [EditedValue]) throws(SeedFileRefusal) -> [Fix.Edit] {
    let line = lines[feed].line
    var edits: [Fix.Edit] = []
    for value in values {
      let parts = [(FeedField.feedURL, line.url), (FeedField.title, line.title), (FeedField.siteURL, line.site)]
      let part = parts.first { $0.0 === value.field }?.1
      guard let part, value.value != nil else { throw SeedFileRefusal("the line cannot state this field") }
      edits.append(
        Fix.Edit(
          range: line.range(of: part, in: range(feed)),
          replacement: try text(value, isHTML: line.isHTML, isRow: lines[feed].columns != nil)))
      // The text of a link may be its address.
      if value.field === FeedField.feedURL, let title = line.title, title == line.url {
        edits.append(Fix.Edit(range: line.range(of: title, in: range(feed)), replacement: value.text))
      }
    }
    return edits
  }

  /// Returns a value as the list writes it.
  private func text(_ value: EditedValue, isHTML: Bool, isRow: Bool) throws(SeedFileRefusal) -> String {
    let text = value.text
    if isHTML { return CharacterReference.escaped(text) }
    if value.field.content == .address || value.field === FeedField.feedURL {
      if text.contains(where: { " \t\n\"<>".contains($0) }) { throw SeedFileRefusal("the address has a space") }
      if form != .markdown { return text }
      return text.replacing("(", with: "%28").replacing(")", with: "%29").replacing("|", with: "%7C")
    }
    let line = CleanText(text, limit: .title).text
    switch form {
    case .plain: return line.replacing(" #", with: " ")
    case .newsboat: return line.replacing("\"", with: "'")
    case .markdown:
      let escaped = Markdown.label(line)
      return isRow ? escaped.replacing("|", with: "\\|") : escaped
    }
  }

  func edits(removing feeds: Set<Int>) throws(SeedFileRefusal) -> [Fix.Edit] {
    feeds.sorted().map { source.removingLines(of: whole(range($0))) }
  }

  /// Returns the lines of a list item, with the deeper ones that continue it.
  private func whole(_ range: SourceRange) -> SourceRange {
    guard form == .markdown, ListLine.item(source.string(range)) != nil else { return range }
    var range = range
    let indent = range.start - source.lines(of: range).start
    var next = source.lines(of: range).end
    while next < source.bytes.count {
      let line = source.lines(of: SourceRange(next, next))
      let start = (line.start..<line.end).first { !source.bytes[$0].isSpace }
      guard let start, start - line.start > indent else { break }
      range.end = (line.start..<line.end).last { !source.bytes[$0].isSpace }.map { $0 + 1 } ?? range.end
      next = line.end
    }
    return range
  }

  func edits(adding seed: FeedSeed, at place: ListOrder.Place?) throws(SeedFileRefusal) -> [Fix.Edit] {
    guard let place else { return [try first(seed)] }
    let range = range(place.index)
    let indent = source.string(SourceRange(source.lines(of: range).start, range.start))
    let text = indent + (try entry(seed, like: place.index))
    return [source.addingLine(text, isBefore: place.isBefore, place.isBefore ? range : whole(range))]
  }

  /// Returns the edit that adds the first feed at the end of a list.
  private func first(_ seed: FeedSeed) throws(SeedFileRefusal) -> Fix.Edit {
    func text(_ field: CatalogField, _ value: FieldValue) throws(SeedFileRefusal) -> String {
      try self.text(EditedValue(field: field, value: value), isHTML: false, isRow: false)
    }
    let url = try text(FeedField.feedURL, .string(seed.feedURL))
    let title = try seed.fields[FeedField.title].map { value throws(SeedFileRefusal) in
      try text(FeedField.title, value)
    }
    let entry =
      switch form {
      case .markdown: "- [\(title ?? url)](\(url))"
      case .newsboat,
        .plain where source.name.split(separator: "/").last == "urls":
        url + (title.map { " \"~\($0)\"" } ?? "")
      // A title with a quotation mark would make the line one of newsboat.
      case .plain: url + (title.flatMap { $0.contains("\"") ? nil : " \($0)" } ?? "")
      }
    let (end, lineEnd) = (source.bytes.count, source.lineEnd)
    let isEnded = source.bytes.last.map { $0 == 0x0A || $0 == 0x0D } ?? true
    let isHeaded = form == .markdown && !source.bytes.allSatisfy(\.isSpace)
    let gap = (isEnded ? "" : lineEnd) + (isHeaded ? lineEnd : "")
    return Fix.Edit(range: SourceRange(end, end), replacement: gap + entry + lineEnd)
  }

  /// Returns the line of a new feed in the form of another one.
  private func entry(_ seed: FeedSeed, like other: Int) throws(SeedFileRefusal) -> String {
    let (line, columns) = (lines[other].line, lines[other].columns)
    let title = seed.fields[FeedField.title]
    func text(_ field: CatalogField, _ value: FieldValue) throws(SeedFileRefusal) -> String {
      try self.text(EditedValue(field: field, value: value), isHTML: line.isHTML, isRow: columns != nil)
    }
    let url = try text(FeedField.feedURL, .string(seed.feedURL))
    let name = try title.map { value throws(SeedFileRefusal) in try text(FeedField.title, value) }
    switch form {
    case .plain:
      guard let name, let old = line.title else { return url }
      return url + line.text[line.url.endIndex..<old.startIndex] + name
    case .newsboat:
      let tags = seed.folders.suffix(1) + seed.categoryAttributes
      let words = tags.map { " " + ($0.contains(" ") ? "\"\($0)\"" : $0) }
      return url + (name.map { " \"~\($0)\"" } ?? "") + words.joined()
    case .markdown: break
    }
    var parts: [(old: Substring, new: String)] = [(line.url, url)]
    if let old = line.title { parts.append((old, name ?? url)) }
    let site = try (seed.fields[FeedField.siteURL]).map { value throws(SeedFileRefusal) in
      try text(FeedField.siteURL, value)
    }
    if let old = line.site { parts.append((old, site ?? url)) }
    return Self.row(line.text, parts, isRow: columns != nil)
  }

  /// Returns a line with other parts. Text after the last part describes the other feed, and is dropped.
  private static func row(_ text: String, _ parts: [(old: Substring, new: String)], isRow: Bool) -> String {
    if isRow {
      let cells = ListLine.cells(of: text)
      var result = ""
      var end = text.startIndex
      for cell in cells {
        let inside = parts.filter { $0.old.startIndex >= cell.startIndex && $0.old.endIndex <= cell.endIndex }
        result += text[end..<cell.startIndex] + (inside.isEmpty ? "" : replaced(cell, inside))
        end = cell.endIndex
      }
      return result + text[end...]
    }
    let sorted = parts.sorted { $0.old.startIndex < $1.old.startIndex }
    guard let last = sorted.last else { return text }
    var result = replaced(text[..<last.old.endIndex], sorted)
    // What closes the last part: the rest of its link, and of what the link is in.
    let rest = text[last.old.endIndex...]
    if text.contains("<a ") {
      let isAddress = rest.first == "\"" || rest.first == "'"
      result += isAddress ? rest.prefix { $0 != ">" } + ">" : ""
      let label = isAddress ? rest.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" } : ""
      let after = rest.firstRange(of: "</a>").map { rest[$0.upperBound...] } ?? ""
      return result + label + "</a>" + after.prefix { ")]".contains($0) } + (text.contains("</li>") ? "</li>" : "")
    }
    let closing = rest.prefix { ")>]".contains($0) }
    return result + (closing.isEmpty && text[..<last.old.startIndex].hasSuffix("(") ? ")" : closing)
  }

  private static func replaced(_ text: Substring, _ parts: [(old: Substring, new: String)]) -> String {
    var result = ""
    var end = text.startIndex
    for part in parts.sorted(by: { $0.old.startIndex < $1.old.startIndex }) where part.old.startIndex >= end {
      result += text[end..<part.old.startIndex] + part.new
      end = part.old.endIndex
    }
    return result + text[end...]
  }
}
