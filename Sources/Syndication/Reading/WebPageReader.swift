import XML

/// Finds in a web page what it says of itself: its title, and the feeds it offers.
enum WebPageReader {
  /// What stands in the head; pages repeat links to feeds in the body where nobody looks for them.
  private static let longestHead = 1_048_576
  /// A page that offers more is a directory.
  private static let maximumAlternates = 50

  private static let feedTypes: Set<String> = [
    "application/rss+xml", "application/atom+xml", "application/feed+json", "application/json", "application/rdf+xml",
    "text/xml", "application/xml",
  ]

  /// Elements that a page, or a part of one, begins with.
  static let elements: Set<String> = [
    "html", "head", "body", "title", "meta", "link", "script", "style", "div", "p", "br", "b", "h1", "h2", "center",
    "font", "table", "span", "a", "img", "frameset", "noscript", "iframe", "form",
  ]

  static func read(_ text: DecodedText, url: String?) -> OtherDocument {
    var page = OtherDocument(kind: .html)
    var base = url
    var scanner = XMLScanner(text.bytes)
    while scanner.position < longestHead, let token = scanner.next() {
      guard case .start(let name, _) = token else { continue }
      switch ASCIIByte.lowercasedString(scanner.bytes[name]) {
      case "title" where page.title == nil: page.title = title(&scanner)
      case "base": base = attributes(scanner)["href"].map { URLReference.resolve($0, base: url) } ?? base
      case "link":
        if let link = alternate(attributes(scanner), base: base), !page.alternates.contains(link) {
          page.alternates.append(link)
        }
        if page.alternates.count == maximumAlternates { return page }
      case "script", "style": scanner.skipText(of: name)
      default: break
      }
    }
    return page
  }

  private static func alternate(_ attributes: [String: String], base: String?) -> FeedLink? {
    let relations = (attributes["rel"] ?? "").lowercased().split(separator: " ")
    let type = (attributes["type"] ?? "").lowercased().prefix { $0 != ";" }
    guard relations.contains("alternate") || relations.contains("feed"), feedTypes.contains(String(type)),
      let href = attributes["href"], !href.isEmpty
    else { return nil }
    return FeedLink(url: URLReference.resolve(href, base: base), type: String(type), title: attributes["title"])
  }

  private static func attributes(_ scanner: XMLScanner) -> [String: String] {
    var result: [String: String] = [:]
    for attribute in scanner.attributes {
      let name = ASCIIByte.lowercasedString(scanner.bytes[attribute.name])
      let value = CharacterReference.string(attribute.value, of: scanner.bytes)
      result[name] = result[name] ?? String(decoding: ASCIIByte.trimmed(Array(value.utf8)[...]), as: UTF8.self)
    }
    return result
  }

  private static func title(_ scanner: inout XMLScanner) -> String? {
    var text: [UInt8] = []
    while let token = scanner.next() {
      guard case .text(let range) = token else { break }
      CharacterReference.append(range, of: scanner.bytes, to: &text)
      if text.count > 1000 { break }
    }
    return PlainText.collapsed(text.prefix(1000))
  }
}
