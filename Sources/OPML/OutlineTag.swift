import Notation
import XML

/// Finds the ends of outline tags and values in text with unescaped quotes.
enum OutlineTag {
  /// The attribute names that can follow a value: specified names and common additions of exporters.
  private static let names: Set<String> = [
    "text", "title", "type", "xmlurl", "htmlurl", "description", "language", "version", "category", "iscomment",
    "isbreakpoint", "created", "url",
  ]

  /// Returns the offset of the next tag of an outline or of the list, which limits the current tag.
  static func boundary(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), isOutlineOrEnd(bytes, index) { return index }
      index += 1
    }
    return index
  }

  private static func isOutlineOrEnd(_ bytes: [UInt8], _ start: Int) -> Bool {
    for text in ["<outline", "</outline", "</body", "</opml", "<opml"] as [StaticString]
    where bytes.matches(text, at: start) {
      return XMLScanner.nameEnd(bytes, start + 2) == start + text.utf8CodeUnitCount
    }
    return false
  }

  /// Returns the end of a value: a quote before a known name or the end of the tag, or else the end of the tag.
  static func valueEnd(_ bytes: [UInt8], _ start: Int, _ limit: Int, _ quote: UInt8) -> (end: Int, isClosed: Bool)? {
    var last: Int?
    var bracket: Int?
    for index in start..<limit {
      if bytes[index] == UInt8(ascii: ">") { bracket = index }
      guard bytes[index] == quote else { continue }
      let next = XMLScanner.skipSpace(bytes, index + 1, limit)
      if next == limit { return (index, true) }
      if let end = tagEnd(bytes, next, limit) {
        let following = XMLScanner.skipSpace(bytes, end, limit)
        if following == limit || bytes.matches("<!--", at: following) { return (index, true) }
        last = index
      } else if next > index + 1, isKnownAttribute(bytes, next, limit) {
        return (index, true)
      }
    }
    if let last { return (last, true) }
    guard let bracket else { return nil }
    return (bracket > start && bytes[bracket - 1] == UInt8(ascii: "/") ? bracket - 1 : bracket, false)
  }

  private static func isKnownAttribute(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Bool {
    let end = XMLScanner.nameEnd(bytes, start)
    // Known names have at most 16 bytes.
    guard end > start, end <= min(limit, start + 16) else { return false }
    guard names.contains(bytes[start..<end].lowercasedString) else { return false }
    let equals = XMLScanner.skipSpace(bytes, end, limit)
    guard equals < limit, bytes[equals] == UInt8(ascii: "=") else { return false }
    let open = XMLScanner.skipSpace(bytes, equals + 1, limit)
    return open < limit && (bytes[open] == UInt8(ascii: "\"") || bytes[open] == UInt8(ascii: "'"))
  }

  /// Returns the offset after `>` or `/>`.
  private static func tagEnd(_ bytes: [UInt8], _ index: Int, _ limit: Int) -> Int? {
    if bytes[index] == UInt8(ascii: ">") { return index + 1 }
    guard bytes[index] == UInt8(ascii: "/"), index + 1 < limit, bytes[index + 1] == UInt8(ascii: ">") else {
      return nil
    }
    return index + 2
  }
}

/// The known attributes of an outline.
///
/// Exporters miscapitalize names (`xmlurl`, `XMLURL`), so names match in any case; the specified spelling wins.
struct OutlineAttributes {
  enum Name: Int, CaseIterable {
    case text, title, type, xmlUrl, htmlUrl, description, language, category, isComment

    init?(anyCase name: String) {
      guard let known = Self.spellings[name.lowercased()] else { return nil }
      self = known
    }

    private static let spellings = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)".lowercased(), $0) })
  }

  private var values: [String?] = Array(repeating: nil, count: Name.allCases.count)
  /// The attributes of `OPMLExtension`, by name without prefix.
  private(set) var extensions: [String: String] = [:]

  /// The value of an attribute without surrounding white space; `nil` if empty.
  subscript(name: Name) -> String? {
    get { values[name.rawValue] }
    set { values[name.rawValue] = newValue.flatMap(Outline.trimmed) }
  }

  /// The type in lowercase.
  var type: String? { self[.type]?.lowercased() }

  var isComment: Bool { self[.isComment]?.lowercased() == "true" }

  /// Adds attributes with other capitalization, unless the specified spelling has a value.
  mutating func setMisspelled(_ attributes: [(name: String, value: String)]) {
    // Attributes have no order in XML: sort them for a stable result.
    for (name, value) in attributes.sorted(by: { $0.name < $1.name }) {
      if let known = Name(anyCase: name), self[known] == nil { self[known] = value }
    }
  }

  /// Adds an extension attribute, by name with prefix.
  mutating func setExtension(_ name: String, _ value: String) {
    let name = String(name.dropFirst(OPMLExtension.prefix.count))
    // Without tags of its own, an outline would have those of its folders.
    extensions[name] = Outline.trimmed(value) ?? (name == "tags" ? "" : nil)
  }
}
