/// An incremental writer of OPML 2.0: each outline has a `text`, each feed a `type`, `title` and `xmlUrl`.
///
/// Source: OPML 2.0, "Subscription lists".
package struct OPMLWriter {
  private static let declaration = "xmlns:\(OPMLExtension.prefix.dropLast())=\"\(OPMLExtension.namespace)\""

  private var isInFolder = false

  /// Creates a writer of one document.
  package init() {}

  /// Returns the text before the first outline.
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

  /// Closes the open folder, if any, and opens a folder.
  /// - Parameter extensions: attributes of `OPMLExtension`, by name without prefix.
  package mutating func folder(_ name: String, extensions: [(name: String, value: String?)] = []) -> String {
    let own = extensions.map { (OPMLExtension.prefix + $0.name, $0.value) }
    let text = close() + "    <outline" + Self.attributes([("text", name)] + own) + ">\n"
    isInFolder = true
    return text
  }

  /// Closes the open folder, if any.
  package mutating func close() -> String {
    defer { isInFolder = false }
    return isInFolder ? "    </outline>\n" : ""
  }

  /// Returns a feed's outline. The position in the document expresses its folders.
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

  /// Returns the attributes that have a value, in XML syntax.
  private static func attributes(_ attributes: [(String, String?)]) -> String {
    var text = ""
    for case (let name, let value?) in attributes { text += " \(name)=\"\(escaped(value))\"" }
    return text
  }

  /// Returns the text after the last outline.
  package mutating func foot() -> String { close() + "  </body>\n</opml>\n" }

  /// Escapes text for attribute values and content, preserves tabs and line breaks, and replaces disallowed characters.
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
    // XML does not allow U+FFFE and U+FFFF (production 2).
    return String(decoding: bytes, as: UTF8.self)
      .replacing("\u{FFFE}", with: "\u{FFFD}").replacing("\u{FFFF}", with: "\u{FFFD}")
  }
}
