import XML

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
        <title>\(XMLEscaping.escaped(title))</title>
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
    for case (let name, let value?) in attributes { text += " \(name)=\"\(XMLEscaping.escaped(value))\"" }
    return text
  }

  /// The text after the last outline.
  package mutating func foot() -> String { close() + "  </body>\n</opml>\n" }
}
