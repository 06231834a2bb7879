package import Diagnostics
import JSON
import Notation
import OPML
import XML

/// A reader that recognizes seed files by content, never by file name.
package enum SeedFileReader {
  /// Reads a text: the project's own JSON, iOSDevDirectory's `blogs.json`, OPML, a CSV table, one address per line,
  /// lists and tables in Markdown, entries in YAML or TOML, planet's INI file, or a category map.
  ///
  /// Malformed lists are repaired and each repair is reported. With `isStrict`, they are rejected.
  /// - Parameter findsUnread: whether to find the addresses in parts that state no feed, which takes a tenth longer.
  package static func read(_ source: SourceText, isStrict: Bool = false, findsUnread: Bool = false) -> SeedFile {
    var file = recognized(source, isStrict: isStrict)
    // The addresses of former feeds do not keep feeds from being pruned.
    guard findsUnread, !file.isFormer else { return file }
    let first = firstByte(of: source.bytes)
    let isXML = first == UInt8(ascii: "<")
    // A row of a table or list states what it begins with, and may hold another address.
    let isWhole = isXML || first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    file.seeds.unreadAddresses = UnreadAddresses.places(
      in: decoded(source, needsMark: !isXML) ?? source, outside: isWhole ? file.seeds.feeds : [], isXML: isXML)
    return file
  }

  private static func recognized(_ source: SourceText, isStrict: Bool) -> SeedFile {
    if let conflict = source.mergeConflict { return SeedFile(conflict, isSeedFile: true) }
    switch firstByte(of: source.bytes) {
    case nil:
      return SeedFile(
        diagnostic(source, rule: "empty-file", "the file is empty", help: expected), isSeedFile: true)
    case UInt8(ascii: "["):
      // A section of a configuration, or a link.
      let second = source.bytes.drop { $0 != UInt8(ascii: "[") }.dropFirst().first ?? 0
      return second.isLetter || second == UInt8(ascii: "[") || second == UInt8(ascii: "!")
        ? listed(source) ?? json(source) : json(source)
    case UInt8(ascii: "{"): return json(source)
    case UInt8(ascii: "<"): return opml(source, isStrict: isStrict)
    default: return plain(source)
    }
  }

  /// Reads a text that must be a category map.
  package static func readCategoryMap(_ source: SourceText) -> SeedFile {
    var file = read(source)
    guard file.categoryMap == nil, file.diagnostics.allSatisfy({ $0.severity < .error }) else { return file }
    file.diagnostics = [
      diagnostic(
        source, rule: "not-category-map", "this is not a category map",
        help: "give JSON with 'folders', each with the slug of its category")
    ]
    return file
  }

  /// Reads text without markup. A byte order mark identifies UTF-16; otherwise the text is UTF-8.
  private static func plain(_ source: SourceText) -> SeedFile {
    if let text = decoded(source) {
      var file = list(text)
      file.text = text
      return file
    }
    if let offset = source.firstInvalidByte {
      return SeedFile(
        diagnostic(
          source, rule: "not-utf8", "the file is neither UTF-8 nor XML", range: SourceRange(offset, offset + 1),
          help: "save it as UTF-8"), isSeedFile: true)
    }
    return list(source)
  }

  /// Returns the text of a file in UTF-16 or UTF-32; `nil` for others. Without markup, a byte order mark is necessary.
  private static func decoded(_ source: SourceText, needsMark: Bool = true) -> SourceText? {
    let encoding = XMLEncoding(of: source.bytes)
    guard encoding.name.hasPrefix("UTF-16") || encoding.name.hasPrefix("UTF-32"), encoding.mark > 0 || !needsMark
    else { return nil }
    let bytes = try? Transcoder.utf8(source.bytes[encoding.mark...], from: encoding.name)
    return bytes.map { SourceText(name: source.name, bytes: $0) }
  }

  private static func list(_ source: SourceText) -> SeedFile {
    if CSVSeeds.recognizes(source) { return form(.table, CSVSeeds(source).file) }
    return listed(source)
      ?? SeedFile(
        diagnostic(source, rule: "not-seeds", "this is not a seed file", help: expected), isSeedFile: false)
  }

  /// Reads a keyed list, or a list of lines; `nil` for other texts.
  private static func listed(_ source: SourceText) -> SeedFile? {
    if let blocks = KeyedBlocks(source) { return form(.keyed, KeyedSeeds(blocks, of: source).file) }
    return URLListSeeds.recognizes(source) ? form(.list, URLListSeeds(source).file) : nil
  }

  private static func form(_ format: SeedFormat, _ file: SeedFile) -> SeedFile {
    var file = file
    file.format = format
    return file
  }

  private static let expected =
    "give JSON with 'categories', 'feeds' or 'collections', OPML, CSV with a header, YAML, TOML, or a list of addresses"

  /// Returns the first significant byte, in any encoding that XML supports.
  private static func firstByte(of bytes: [UInt8]) -> UInt8? {
    var start = 0
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { start = 2 }
    return bytes[start...].first { ![0x00, 0x09, 0x0A, 0x0D, 0x20].contains($0) }
  }

  private static func opml(_ source: SourceText, isStrict: Bool) -> SeedFile {
    switch OPMLParser.parse(source, isStrict: isStrict) {
    // A list in Markdown or HTML may begin with an element.
    case .notOPML(let diagnostic): return listed(source) ?? SeedFile(diagnostic, isSeedFile: false)
    case .broken(let diagnostic): return SeedFile(diagnostic, isSeedFile: true)
    case .document(let document): return form(.opml, OPMLSeeds(document, of: source).file)
    }
  }

  private static func json(_ source: SourceText) -> SeedFile {
    var mistakes: [Diagnostic] = []
    let document = JSONDocument.parse(source, into: &mistakes)
    var file = document.map { read($0.root, of: source) } ?? SeedFile(source)
    // Sort by position for readers. Diagnostics without a position come last.
    file.diagnostics = (mistakes + file.diagnostics).sorted {
      $0.range?.start ?? .max < $1.range?.start ?? .max
    }
    return file
  }

  private static func read(_ root: JSONValue, of source: SourceText) -> SeedFile {
    if BlogDirectory.recognizes(root) { return form(.directory, BlogDirectory(root, of: source).file) }
    let keys = root.object.map { $0.map(\.key) } ?? []
    if keys.contains(where: JSONSeeds.lists.contains) { return form(.seeds, JSONSeeds(root, of: source).file) }
    if FormerFeeds.recognizes(root) {
      var file = SeedFile(source)
      file.seeds.former = FormerFeeds.read(root)
      file.isFormer = true
      return file
    }
    if CategoryMapReader.recognizes(root) { return CategoryMapReader(root, of: source).file }
    let schema = root.object?.first { $0.key == "$schema" }?.value.string
    let nearest = keys.lazy.compactMap { Suggestion.nearest(to: $0, among: JSONSeeds.lists) }.first
    var file = SeedFile(
      diagnostic(
        source, rule: "not-seeds",
        "this JSON is not a seed file: it has no 'categories', 'feeds' or 'collections'",
        range: SourceRange(root.range.start, root.range.start + 1),
        help: nearest.map { "did you mean '\($0)'?" } ?? expected), isSeedFile: false)
    file.isSchema = schema?.contains("json-schema.org") == true
    return file
  }

  private static func diagnostic(
    _ source: SourceText, rule: String, _ message: String, range: SourceRange? = nil, help: String
  ) -> Diagnostic {
    Diagnostic(.error, rule: rule, message, file: source.name, range: range, help: help)
  }
}
