/// Writes OPML 2.0 as the specification has it, piece by piece: every outline has its `text`, every feed its `type`,
/// `title` and `xmlUrl`.
///
/// Source: OPML 2.0, "Subscription lists".
package struct OPMLWriter {
  private static let declaration = "xmlns:\(OPMLExtension.prefix.dropLast())=\"\(OPMLExtension.namespace)\""

  private var isInFolder = false

  /// A writer of one document.
  package init() {}

  /// The text before the first outline.
  package func head(title: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <opml version="2.0" \(Self.declaration)>
      <head>
        <title>\(Self.escaped(title))</title>
      </head>
      <body>

    """
  }

  /// Opens a folder; one that is open is closed first.
  /// - Parameter extensions: attributes of `OPMLExtension`, by their names without prefix.
  package mutating func folder(_ name: String, extensions: [(name: String, value: String?)] = []) -> String {
    let own = extensions.map { (OPMLExtension.prefix + $0.name, $0.value) }
    let text = close() + "    <outline" + Self.attributes([("text", name)] + own) + ">\n"
    isInFolder = true
    return text
  }

  /// Closes the folder that is open, if one is.
  package mutating func close() -> String {
    defer { isInFolder = false }
    return isInFolder ? "    </outline>\n" : ""
  }

  /// A feed, in the folder that is open. Its places are not written, nor are its folders: the document has them.
  package func feed(_ outline: Outline) -> String {
    let title = outline.title ?? outline.xmlURL
    let text = isInFolder ? "      <outline type=\"rss\"" : "    <outline type=\"rss\""
    let categories = outline.categories.map { $0.count > 1 ? "/" + $0.joined(separator: "/") : $0.joined() }
    let attributes: [(String, String?)] = [
      ("text", title), ("title", title), ("xmlUrl", outline.xmlURL), ("htmlUrl", outline.htmlURL),
      ("description", outline.description), ("language", outline.language),
      ("category", categories.isEmpty ? nil : categories.joined(separator: ",")),
    ]
    let own = outline.extensions.sorted { $0.key < $1.key }.map { (OPMLExtension.prefix + $0.key, $0.value) }
    return text + Self.attributes(attributes + own) + "/>\n"
  }

  /// Attributes as they stand in a tag; those without a value are left out.
  private static func attributes(_ attributes: [(String, String?)]) -> String {
    var text = ""
    for case (let name, let value?) in attributes { text += " \(name)=\"\(escaped(value))\"" }
    return text
  }

  /// The text after the last outline.
  package mutating func foot() -> String { close() + "  </body>\n</opml>\n" }

  /// A text as an attribute's value or an element's content: line ends and tabs are kept, what XML does not allow is not.
  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case 0x09: bytes += "&#9;".utf8
      case 0x0A: bytes += "&#10;".utf8
      case 0x0D: bytes += "&#13;".utf8
      case 0x00..<0x20: bytes += "\u{FFFD}".utf8
      default: bytes.append(byte)
      }
    }
    // U+FFFE and U+FFFF are no characters of XML (production 2).
    return String(decoding: bytes, as: UTF8.self)
      .replacing("\u{FFFE}", with: "\u{FFFD}").replacing("\u{FFFF}", with: "\u{FFFD}")
  }
}
