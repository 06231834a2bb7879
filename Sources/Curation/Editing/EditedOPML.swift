import Catalog
import CloudKitRecords
import Diagnostics
import Notation
import OPML

struct EditedOPML: EditedList {
  /// The attributes of fields that OPML has one for.
  private static let attributes = [
    FeedField.feedURL.name: "xmlUrl", FeedField.title.name: "text", FeedField.siteURL.name: "htmlUrl",
    FeedField.subtitle.name: "description", FeedField.language.name: "language",
  ]

  let source: SourceText
  let feeds: [FeedSeed]

  private func tag(_ feed: Int) throws(SeedFileRefusal) -> SourceRange {
    if feed >= feeds.count { throw SeedFileRefusal("the categories of an OPML list are its folders") }
    guard let range = feeds[feed].place.range, source.bytes[range.start..<range.end].last == UInt8(ascii: ">") else {
      throw SeedFileRefusal("the outline is not complete")
    }
    return range
  }

  func edits(changing feed: Int, _ values: [EditedValue]) throws(SeedFileRefusal) -> [Fix.Edit] {
    let range = try tag(feed)
    var outline = EditedOutline(source.string(range))
    for value in values {
      if value.field === FeedField.imageURL { throw SeedFileRefusal("an OPML list cannot state this field") }
      if value.field === FeedField.feedURL {
        let former = feeds[feed].formerURLs(movingTo: value.text).joined(separator: " ")
        outline["formerURLs", isExtension: true] = former
      }
      if value.field === FeedField.tags || value.field === FeedField.category && outline["category"] != nil {
        outline["category"] = categories(of: feeds[feed], with: value)
      }
      set(value, in: &outline)
    }
    return [Fix.Edit(range: range, replacement: outline.tag)]
  }

  private func set(_ value: EditedValue, in outline: inout EditedOutline) {
    let text = value.value == nil ? nil : value.text
    guard let name = Self.attributes[value.field.name] else {
      outline[value.field.name, isExtension: true] = tags(value) ?? text
      return
    }
    outline[name] = text
    if value.field === FeedField.title, outline["title"] != nil { outline["title"] = value.text }
  }

  /// Returns the list's categories, which are its tags and its category, after a change of either.
  private func categories(of feed: FeedSeed, with value: EditedValue) -> String? {
    let tags = value.field === FeedField.tags ? (value.value?.list ?? []).compactMap(\.string) : []
    var items: [String] = []
    if let former = value.former {
      let names = (former.list ?? [former]).compactMap(\.string) + tags
      // A category "C" is not the tag "C++".
      let key = { (name: String) in
        value.field === FeedField.tags ? name.lowercased() : CategoryMapping.folded(name)
      }
      let known = Set(names.map(key))
      items = feed.categoryAttributes.map { path in
        path.split(separator: "/").map(String.init).filter { !known.contains(key($0)) }.joined(separator: "/")
      }
    }
    items = items.filter { !$0.isEmpty } + tags
    return items.isEmpty ? nil : items.joined(separator: ",")
  }

  /// Returns tags in the form of the list's own attribute: one per line.
  private func tags(_ value: EditedValue) -> String? {
    value.field === FeedField.tags ? value.value?.list?.compactMap(\.string).joined(separator: "\n") : nil
  }

  var statesFormerURLs: Bool { true }

  func declarations(for edits: [Fix.Edit]) -> [Fix.Edit] {
    guard edits.contains(where: { $0.replacement.contains(" celestra:") }) else { return [] }
    return EditedOutline.declaring(in: source).map { [$0] } ?? []
  }

  /// Returns the range of a feed's element.
  private func element(_ feed: Int) throws(SeedFileRefusal) -> SourceRange {
    let range = try tag(feed)
    let bytes = source.bytes
    if bytes[range.start..<(range.end - 1)].last(where: { !$0.isSpace }) == UInt8(ascii: "/") { return range }
    let next = bytes[range.end...].firstIndex { !$0.isSpace } ?? bytes.count
    guard bytes.matches("</outline", at: next), let close = bytes[next...].firstIndex(of: UInt8(ascii: ">")) else {
      throw SeedFileRefusal("the outline contains others")
    }
    return SourceRange(range.start, close + 1)
  }

  func edits(removing feeds: Set<Int>) throws(SeedFileRefusal) -> [Fix.Edit] {
    try feeds.sorted().map { feed throws(SeedFileRefusal) in
      let range = try element(feed)
      let lines = source.lines(of: range)
      let isAlone =
        source.bytes[lines.start..<range.start].allSatisfy(\.isSpace)
        && source.bytes[range.end..<lines.end].allSatisfy(\.isSpace)
      return isAlone ? source.removingLines(of: range) : Fix.Edit(range: range, replacement: "")
    }
  }

  func edits(adding seed: FeedSeed, at place: ListOrder.Place?) throws(SeedFileRefusal) -> [Fix.Edit] {
    guard let place else { return [try first(seed)] }
    let range = try element(place.index)
    let tag = try tag(place.index)
    var outline = EditedOutline(source.string(tag))
    for name in outline.names where !["text", "title", "type", "version", "xmlurl"].contains(name) {
      outline[name] = nil
    }
    set(seed, in: &outline, of: feeds[place.index].folders.last)
    let element = outline.tag + source.string(SourceRange(tag.end, range.end))
    // The last line break before the element, and its indentation.
    let before = source.bytes[..<range.start].lastIndex { !$0.isSpace }.map { $0 + 1 } ?? range.start
    let space = source.bytes[before..<range.start]
    let line = space.lastIndex { $0 == 0x0A || $0 == 0x0D }
    let isCRLF = line.map { $0 > before && space[$0] == 0x0A && space[$0 - 1] == 0x0D } ?? false
    let gap = line.map { source.string(SourceRange(isCRLF ? $0 - 1 : $0, range.start)) } ?? ""
    let at = place.isBefore ? range.start : range.end
    let text = place.isBefore ? element + gap : gap + element
    let edit = Fix.Edit(range: SourceRange(at, at), replacement: text)
    return [edit] + declarations(for: [edit])
  }

  /// - Parameter folder: The folder of the outline, which may be the feed's category.
  private func set(_ seed: FeedSeed, in outline: inout EditedOutline, of folder: String? = nil) {
    let title = seed.fields[FeedField.title]?.string ?? FeedURL.redacted(seed.feedURL)
    set(EditedValue(field: FeedField.title, value: .string(title)), in: &outline)
    for value in seed.editedValues where value.field !== FeedField.title {
      if Self.attributes[value.field.name] != nil { set(value, in: &outline) }
    }
    let category = seed.fields[FeedField.category]?.string
    let isFolder = category.map(CategoryMapping.folded) == folder.map(CategoryMapping.folded)
    let items = (isFolder ? [] : [category].compactMap(\.self)) + (seed.tags ?? [])
    if !items.isEmpty { outline["category"] = items.joined(separator: ",") }
  }

  /// Returns the edit that adds the first feed of a list.
  private func first(_ seed: FeedSeed) throws(SeedFileRefusal) -> Fix.Edit {
    var outline = EditedOutline("<outline type=\"rss\" text=\"\" title=\"\" xmlUrl=\"\"/>")
    set(seed, in: &outline)
    guard let end = source.bytes.indices.last(where: { source.bytes.matches("</body", at: $0) }) else {
      guard let start = source.bytes.indices.last(where: { source.bytes.matches("<body", at: $0) }),
        let close = source.bytes[start...].firstIndex(of: UInt8(ascii: ">")),
        source.bytes[close - 1] == UInt8(ascii: "/")
      else { throw SeedFileRefusal("the list has no end of its body") }
      let indent = source.string(SourceRange(source.lines(of: SourceRange(start, start)).start, start))
      let space = source.lineEnd + (indent.allSatisfy { $0 == " " || $0 == "\t" } ? indent : "")
      return Fix.Edit(
        range: SourceRange(close - 1, close + 1), replacement: ">\(space)  \(outline.tag)\(space)</body>")
    }
    let line = source.lines(of: SourceRange(end, end)).start
    let indent = source.string(SourceRange(line, end))
    let isAlone = indent.allSatisfy { $0 == " " || $0 == "\t" }
    let text = isAlone ? "\(indent)  \(outline.tag)\(source.lineEnd)" : outline.tag
    return Fix.Edit(range: isAlone ? SourceRange(line, line) : SourceRange(end, end), replacement: text)
  }
}
