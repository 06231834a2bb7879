import Notation
import XML

/// A reader of web pages that finds the title and links to feeds.
///
/// Source: RSS Advisory Board, "RSS Autodiscovery", 2006; HTML, sections 4.2.3 and 4.6.7.
struct WebPageReader {
  /// Maximum length of the part that is read, in bytes.
  private static let maximumLength = 1_048_576
  private static let maximumLinks = 200
  private static let maximumTitleLength = 1000

  private static let feedTypes: Set<String> = [
    "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
    "application/x.atom+xml", "application/x-atom+xml", "text/rss+xml", "text/atom+xml",
  ]
  private static let possibleTypes: Set<String> = ["application/json", "text/xml", "application/xml"]

  /// The names of elements that begin a page or an HTML fragment.
  static let elements: Set<String> = [
    "html", "head", "body", "title", "meta", "link", "script", "style", "div", "p", "br", "b", "h1", "h2", "center",
    "font", "table", "span", "a", "img", "frameset", "noscript", "iframe", "form",
  ]

  private struct Found {
    let kind: WebPage.Link.Kind
    let href: String
    let type, title, language: String?
  }

  private var scanner: XMLScanner
  private let url: String?
  private var page = WebPage()
  /// The address of the first `base` element, which counts for links before it, too.
  private var base: String?
  private var found: [Found] = []

  init(_ text: DecodedText, url: String?) {
    scanner = XMLScanner(text.bytes)
    self.url = url
  }

  static func read(_ text: DecodedText, url: String?) -> OtherDocument {
    var reader = WebPageReader(text, url: url)
    let page = reader.read()
    let alternates = page.links.filter { $0.kind == .declared || $0.kind == .possible && $0.type != nil }
    return OtherDocument(kind: .html, title: page.title, alternates: alternates.map(\.url))
  }

  mutating func read() -> WebPage {
    while scanner.position < Self.maximumLength, found.count < Self.maximumLinks, let token = scanner.next() {
      guard case .start(let name, let isEmpty) = token else { continue }
      start(name, isEmpty: isEmpty)
    }
    let base = base.map { URLReference.resolve($0, base: url) } ?? url
    var seen: Set<String> = []
    for link in found {
      let address = URLReference.resolve(link.href, base: base)
      guard seen.insert(address).inserted else { continue }
      page.links.append(
        WebPage.Link(link.kind, address, type: link.type, title: link.title, language: link.language))
    }
    return page
  }

  private mutating func start(_ name: Range<Int>, isEmpty: Bool) {
    switch scanner.bytes[name].lowercasedString {
    case "html": page.language = page.language ?? attributes["lang"] ?? attributes["xml:lang"]
    case "title": if page.title == nil { page.title = words() }
    case "base": if base == nil { base = attributes["href"].flatMap(Self.base) }
    case "meta": meta(attributes)
    case "link": addDeclared(attributes)
    case "a", "area": anchor(attributes, isEmpty: isEmpty)
    case "input": if attributes["type"]?.lowercased() == "password" { page.asksForPassword = true }
    case "script", "style", "textarea": if !isEmpty { scanner.skipText(of: name) }
    default: break
    }
  }

  private var attributes: [String: String] {
    let pairs = scanner.attributes.map {
      (scanner.bytes[$0.name].lowercasedString, CharacterReference.trimmedString($0.value, of: scanner.bytes))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Returns a base that links can be resolved against, unlike one of scripts or data.
  private static func base(_ href: String) -> String? {
    let scheme = URLParts(Array(href.utf8)[...]).scheme.map { Array(href.utf8)[$0].lowercasedString }
    return href.isEmpty || scheme.map { !["http", "https"].contains($0) } == true ? nil : href
  }

  private mutating func meta(_ attributes: [String: String]) {
    if attributes["name"]?.lowercased() == "generator" { page.generator = page.generator ?? attributes["content"] }
  }

  private mutating func addDeclared(_ attributes: [String: String]) {
    let relations = Set((attributes["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace))
    guard relations.contains("alternate") || relations.contains("feed"), !relations.contains("stylesheet"),
      let href = attributes["href"], !href.isEmpty, FeedLinkWords.isAddress(href)
    else { return }
    let type = Self.type(attributes)
    let kind: WebPage.Link.Kind
    switch type {
    case let type? where Self.feedTypes.contains(type): kind = .declared
    case let type? where Self.possibleTypes.contains(type): kind = .possible
    case nil where relations.contains("feed"): kind = .declared
    case nil where attributes["hreflang"] == nil && FeedLinkWords.isLike(href): kind = .possible
    default: return
    }
    found.append(
      Found(kind: kind, href: href, type: type, title: attributes["title"], language: attributes["hreflang"]))
  }

  private static func type(_ attributes: [String: String]) -> String? {
    attributes["type"].map { Array($0.lowercased().utf8.prefix { $0 != UInt8(ascii: ";") })[...].trimmed }
      .flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }

  private mutating func anchor(_ attributes: [String: String], isEmpty: Bool) {
    guard let href = attributes["href"], !href.isEmpty, FeedLinkWords.isAddress(href) else { return }
    let text = isEmpty ? nil : words()
    let title = text ?? attributes["title"] ?? attributes["aria-label"]
    let type = Self.type(attributes)
    let isFeed = type.map(Self.feedTypes.contains) ?? false
    let isNamed = [title, attributes["title"], attributes["aria-label"]].contains {
      $0.map(FeedLinkWords.isName) == true
    }
    guard isFeed || FeedLinkWords.isLike(href) || isNamed else { return }
    found.append(Found(kind: .text, href: href, type: type, title: title, language: attributes["hreflang"]))
  }

  /// Returns the text up to the next tag; `nil` without letters.
  private mutating func words() -> String? {
    var text: [UInt8] = []
    while case .text(let range)? = peek() {
      CharacterReference.append(range, of: scanner.bytes, to: &text)
      if text.count > Self.maximumTitleLength { break }
    }
    let words = text.prefix(Self.maximumTitleLength).split(whereSeparator: \.isSpace)
    return words.isEmpty ? nil : String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
  }

  /// Returns the next token if it is text, and leaves any other for the next reading.
  private mutating func peek() -> XMLScanner.Token? {
    let position = scanner.position
    let token = scanner.next()
    if case .text? = token { return token }
    scanner.position = position
    return token
  }
}

/// The signs of a feed in a link that does not declare one.
enum FeedLinkWords {
  private static let names: Set<String> = [
    "feed", "feeds", "rss", "rss2", "atom", "rss feed", "atom feed", "rss-feed", "json feed", "rss/xml",
    "subscribe via rss", "feed abonnieren", "flux rss", "rss 2.0", "rss2.0", "fil rss", "web feed",
  ]
  private static let parts: Set<String> = ["feed", "feeds", "rss", "rss2", "atom", "rdf", ".rss"]
  private static let files = [
    "feed.xml", "feed.json", "rss.xml", "atom.xml", "index.rdf", "feed.rss", "feed.atom", "rss.json", "rss.php",
    "feed.php", "rss2.xml",
  ]

  /// Whether the words of a link name a feed.
  static func isName(_ text: String) -> Bool { names.contains(text.lowercased()) }

  /// Whether a reference can lead to a feed: not one to a place in the page, a script, a mail address, or a picture.
  static func isAddress(_ href: String) -> Bool {
    let start = href.prefix(12).lowercased()
    return !["#", "javascript:", "mailto:", "data:", "tel:"].contains { start.hasPrefix($0) }
  }

  /// Whether an address is written like that of a feed.
  static func isLike(_ href: String) -> Bool {
    if href.lowercased().hasPrefix("feed:") { return true }
    let bytes = Array(href.utf8)
    let parts = URLParts(bytes[...])
    let path = bytes[parts.path].lowercasedString
    let segments = path.split(separator: "/")
    guard let last = segments.last else { return bytes[parts.query].lowercasedString.contains("feed=") }
    if [".html", ".htm", ".png", ".svg", ".css", ".js", ".opml"].contains(where: last.hasSuffix) { return false }
    if [".rss", ".atom", ".rdf"].contains(where: last.hasSuffix) || files.contains(String(last)) { return true }
    if last == "index.xml" || segments.suffix(2).contains(where: { Self.parts.contains(String($0)) }) { return true }
    let query = bytes[parts.query].lowercasedString
    return ["feed=", "format=rss", "format=atom", "format=feed", "type=rss"].contains { query.contains($0) }
  }
}
