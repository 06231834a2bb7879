import Notation
import XML

/// A reader of web pages that finds the title and links to feeds.
enum WebPageReader {
  /// Maximum length of the head in bytes; links to feeds in the body do not count.
  private static let maximumHeadLength = 1_048_576
  private static let maximumAlternates = 50

  private static let feedTypes: Set<String> = [
    "application/rss+xml", "application/atom+xml", "application/feed+json", "application/json", "application/rdf+xml",
    "text/xml", "application/xml",
  ]

  /// The names of elements that begin a page or an HTML fragment.
  static let elements: Set<String> = [
    "html", "head", "body", "title", "meta", "link", "script", "style", "div", "p", "br", "b", "h1", "h2", "center",
    "font", "table", "span", "a", "img", "frameset", "noscript", "iframe", "form",
  ]

  static func read(_ text: DecodedText, url: String?) -> OtherDocument {
    var page = OtherDocument(kind: .html)
    var base = url
    var scanner = XMLScanner(text.bytes)
    while scanner.position < maximumHeadLength, let token = scanner.next() {
      guard case .start(let name, _) = token else { continue }
      switch scanner.bytes[name].lowercasedString {
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

  private static func alternate(_ attributes: [String: String], base: String?) -> String? {
    let relations = (attributes["rel"] ?? "").lowercased().split(separator: " ")
    let type = (attributes["type"] ?? "").lowercased().prefix { $0 != ";" }
    guard relations.contains("alternate") || relations.contains("feed"), feedTypes.contains(String(type)),
      let href = attributes["href"], !href.isEmpty
    else { return nil }
    return URLReference.resolve(href, base: base)
  }

  private static func attributes(_ scanner: XMLScanner) -> [String: String] {
    let pairs = scanner.attributes.map {
      (
        scanner.bytes[$0.name].lowercasedString,
        CharacterReference.trimmedString($0.value, of: scanner.bytes)
      )
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func title(_ scanner: inout XMLScanner) -> String? {
    var text: [UInt8] = []
    while let token = scanner.next() {
      guard case .text(let range) = token else { break }
      CharacterReference.append(range, of: scanner.bytes, to: &text)
      if text.count > 1000 { break }
    }
    let words = text.prefix(1000).split(whereSeparator: \.isSpace)
    return words.isEmpty ? nil : String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
  }
}
