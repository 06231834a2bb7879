import Catalog
import CloudKitRecords
package import Diagnostics
import JSON
import Notation
import XML

/// Adds an entry to a list in the list's own form and order; all other bytes stay.
package enum ListInsertion {
  /// Why a list cannot be edited.
  package struct Refusal: Error, CustomStringConvertible {
    package let description: String
  }

  /// Returns the text of a list with an entry added.
  /// - Throws: `Refusal` if the list is of a form that is read, but not edited.
  package static func text(adding seed: FeedSeed, to source: SourceText) throws(Refusal) -> String {
    guard source.firstInvalidByte == nil else { throw Refusal(description: "\(source.name) is not UTF-8") }
    let first = source.bytes.first { $0 > 0x20 && $0 < 0x80 }
    let edit: Fix.Edit? =
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["): json(seed, source)
      case UInt8(ascii: "<"): opml(seed, source)
      default: lines(seed, source)
      }
    guard let edit else {
      throw Refusal(
        description: "\(source.name) is a list of a form that is not edited: add the entry by hand")
    }
    var bytes = source.bytes
    bytes.replaceSubrange(edit.range.start..<edit.range.end, with: Array(edit.replacement.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns where a new text belongs among others: in order if they are in order, else at the end.
  private static func index(of new: String, among texts: [String]) -> Int {
    let keys = texts.map { $0.lowercased() }
    let isSorted = keys.count > 2 && zip(keys, keys.dropFirst()).allSatisfy { $0 <= $1 }
    return isSorted ? keys.firstIndex { $0 > new.lowercased() } ?? keys.count : keys.count
  }

  /// Returns the insertion of a text before or after others at their ranges.
  private static func edit(
    _ text: String, _ index: Int, _ ranges: [SourceRange], separator: String
  ) -> Fix.Edit? {
    guard let last = ranges.last else { return nil }
    if index < ranges.count {
      let start = ranges[index].start
      return Fix.Edit(range: SourceRange(start, start), replacement: text + separator)
    }
    return Fix.Edit(range: SourceRange(last.end, last.end), replacement: separator + text)
  }

  // MARK: JSON

  private static func json(_ seed: FeedSeed, _ source: SourceText) -> Fix.Edit? {
    var mistakes: [Diagnostic] = []
    let root = JSONDocument.parse(source, into: &mistakes)?.root.object
    guard let list = root?["feeds"], let array = list.array else { return nil }
    let feeds = array.map(\.self)
    guard let sample = feeds.last else {
      return Fix.Edit(range: list.range, replacement: "[\n    \(seed.json)\n  ]")
    }
    let titles = feeds.map { $0.object?[FeedField.title.name]?.string ?? "" }
    let index = index(of: seed.fields[FeedField.title]?.string ?? "", among: titles)
    let text = object(seed, like: sample, source) ?? seed.json
    return edit(text, index, feeds.map(\.range), separator: separator(of: feeds, source))
  }

  /// The text between two elements, or for a single one what precedes it.
  private static func separator(of feeds: [JSONValue], _ source: SourceText) -> String {
    guard feeds.count > 1 else {
      let before = source.bytes[..<feeds[0].range.start]
      let start = before.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? feeds[0].range.start
      return "," + source.string(SourceRange(start, feeds[0].range.start))
    }
    return source.string(SourceRange(feeds[feeds.count - 2].range.end, feeds[feeds.count - 1].range.start))
  }

  /// Returns an entry with the white space of another.
  private static func object(_ seed: FeedSeed, like sample: JSONValue, _ source: SourceText) -> String? {
    let members = sample.object.map { $0.map(\.self) } ?? []
    guard let first = members.first, let last = members.last else { return nil }
    let open = source.string(SourceRange(sample.range.start, first.keyRange.start))
    let close = source.string(SourceRange(last.value.range.end, sample.range.end))
    let colon = source.string(SourceRange(first.keyRange.end, first.value.range.start))
    let between =
      members.count > 1 ? source.string(SourceRange(first.value.range.end, members[1].keyRange.start)) : ", "
    let order = members.map(\.key)
    let stated = seed.members.enumerated().sorted { one, other in
      let places = [one, other].map { order.firstIndex(of: $0.element.key) ?? order.count }
      return (places[0], one.offset) < (places[1], other.offset)
    }
    let texts = stated.map { FeedSeed.literal($0.element.key) + colon + $0.element.value }
    return open + texts.joined(separator: between) + close
  }

  // MARK: OPML

  private static func opml(_ seed: FeedSeed, _ source: SourceText) -> Fix.Edit? {
    let feeds = SeedFileReader.read(source).seeds.feeds
    // The outlines of the last folder are the neighbors.
    guard let folders = feeds.last?.folders else { return nil }
    let siblings = feeds.filter { $0.folders == folders }
    let ranges = siblings.compactMap(\.place.range).map { outline($0, source) }
    guard ranges.count == siblings.count, let last = ranges.last else { return nil }
    let before = source.bytes[..<last.start]
    let start = before.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? last.start
    let titles = siblings.map { $0.fields[FeedField.title]?.string ?? "" }
    let title = seed.fields[FeedField.title]?.string ?? seed.feedURL
    var attributes = [("text", title)]
    if source.string(last).contains(" title=") { attributes.append(("title", title)) }
    attributes.append(("xmlUrl", seed.feedURL))
    if let site = seed.fields[FeedField.siteURL]?.string { attributes.append(("htmlUrl", site)) }
    if let language = seed.fields[FeedField.language]?.string { attributes.append(("language", language)) }
    let text = attributes.map { " \($0.0)=\"\(CharacterReference.escaped($0.1))\"" }.joined()
    return edit(
      "<outline type=\"rss\"\(text)/>", index(of: title, among: titles), ranges,
      separator: source.string(SourceRange(start, last.start)))
  }

  /// Returns the range of an outline with its end tag, from that of its start tag.
  private static func outline(_ tag: SourceRange, _ source: SourceText) -> SourceRange {
    if source.string(tag).hasSuffix("/>") { return tag }
    let rest = source.bytes[tag.end...]
    let start = rest.firstIndex { $0 > 0x20 } ?? tag.end
    guard source.bytes.matches("</outline", at: start) else { return tag }
    return SourceRange(tag.start, (rest.firstIndex(of: UInt8(ascii: ">")) ?? tag.end - 1) + 1)
  }

  // MARK: Text

  /// Adds a line to a list with one address on each.
  private static func lines(_ seed: FeedSeed, _ source: SourceText) -> Fix.Edit? {
    let feeds = SeedFileReader.read(source).seeds.feeds
    let ranges = feeds.compactMap(\.place.range)
    let starts = feeds.allSatisfy { feed in
      feed.place.range.map { source.string($0).hasPrefix(feed.feedURL) } ?? false
    }
    guard starts, !ranges.isEmpty, ranges.count == feeds.count else { return nil }
    let isTitled = feeds.last?.fields[FeedField.title] != nil
    let title = isTitled ? seed.fields[FeedField.title]?.string.map { " " + $0 } ?? "" : ""
    let isCRLF = source.bytes.contains(0x0D)
    return edit(
      seed.feedURL + title, index(of: seed.feedURL, among: feeds.map(\.feedURL)), ranges,
      separator: isCRLF ? "\r\n" : "\n")
  }
}

extension FeedSeed {
  /// The entry as an object of a JSON seed file, on one line.
  package var json: String {
    "{" + members.map { "\(Self.literal($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  /// The stated keys and their values as JSON.
  fileprivate var members: [(key: String, value: String)] {
    [(FeedField.feedURL.name, Self.literal(feedURL))]
      + CatalogTable.feeds.curated.compactMap { field in
        guard let value = fields[field], field !== FeedField.feedURL else { return nil }
        return (field.name, Self.text(value))
      }
  }

  private static func text(_ value: FieldValue) -> String {
    switch value {
    case .int64(let number): number == 0 ? "false" : "true"
    case .list(let members): "[\(members.compactMap(\.string).map(literal).joined(separator: ", "))]"
    default: literal(value.string ?? "")
    }
  }

  fileprivate static func literal(_ text: String) -> String {
    String(decoding: JSONWriter.document { $0.string(text) }, as: UTF8.self)
  }
}
