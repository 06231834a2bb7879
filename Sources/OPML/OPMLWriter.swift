import XML

/// An incremental writer of OPML 2.0: each outline has a `text`, each feed a `type`, `title` and `xmlUrl`.
///
/// Source: OPML 2.0, "Subscription lists".
package struct OPMLWriter {
  private static let declaration = "xmlns:\(OPMLExtension.prefix.dropLast())=\"\(OPMLExtension.namespace)\""

  private var isInFolder = false

  package init() {}

  /// Returns the text before the first outline.
  package func head(title: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <opml version="2.0" \(Self.declaration)>
      <head>
        <title>\(CharacterReference.escaped(title))</title>
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
    for case (let name, let value?) in attributes { text += " \(name)=\"\(CharacterReference.escaped(value))\"" }
    return text
  }

  /// Returns the text after the last outline.
  package mutating func foot() -> String { close() + "  </body>\n</opml>\n" }
}
