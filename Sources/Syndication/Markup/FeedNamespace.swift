import Notation

enum FeedNamespace: Equatable {
  /// RSS of any version, and elements without a namespace.
  case core
  case atom03
  case atom10
  case rdf
  case dublinCore
  case content
  case media
  case itunes
  case syndication
  case xhtml
  case xml
  case other

  /// Finds the namespace of an address; for an unknown one, the usual namespace of the prefix.
  ///
  /// Sources: the specifications, and variants in the test files of feedparser and feedvalidator.
  init(address: ArraySlice<UInt8>, prefix: ArraySlice<UInt8>) {
    self = Self.known[Self.reduced(address.trimmed.lowercasedString)] ?? .init(customaryPrefix: prefix.lowercasedString)
  }

  /// Finds the usual namespace of a prefix that is undeclared, or declared with an unknown address.
  init(customaryPrefix prefix: String) {
    self = Self.customary[prefix] ?? .other
  }

  /// Returns an address without its scheme, and without slashes and number signs at its end, because publishers vary
  /// them.
  private static func reduced(_ address: String) -> String {
    var rest = address[...]
    if let scheme = ["http://", "https://"].first(where: rest.hasPrefix) { rest = rest.dropFirst(scheme.count) }
    while let last = rest.last, last == "/" || last == "#" { rest = rest.dropLast() }
    return String(rest)
  }

  /// The namespaces of reduced addresses.
  private static let known: [String: FeedNamespace] = [
    "": .core,
    "backend.userland.com/rss": .core,
    "backend.userland.com/rss2": .core,
    "backend.userland.com/rss091": .core,
    "backend.userland.com/rss092": .core,
    "blogs.law.harvard.edu/tech/rss": .core,
    "cyber.law.harvard.edu/rss/rss.html": .core,
    "purl.org/rss/1.0": .core,
    "purl.org/rss/2.0": .core,
    "purl.org/net/rss1.1": .core,
    "my.netscape.com/rdf/simple/0.9": .core,
    "my.netscape.com/publish/formats/rss-0.91.dtd": .core,
    "channel.netscape.com/rdf/simple/0.9": .core,
    "www.w3.org/2005/atom": .atom10,
    "purl.org/atom/ns": .atom03,
    "example.com/newformat": .atom03,
    "example.com/necho": .atom03,
    "purl.org/echo": .atom03,
    "uri/of/echo/namespace": .atom03,
    "purl.org/pie": .atom03,
    "www.w3.org/1999/02/22-rdf-syntax-ns": .rdf,
    "purl.org/dc/elements/1.1": .dublinCore,
    "purl.org/dc/elements/1.0": .dublinCore,
    "purl.org/dc/terms": .dublinCore,
    "purl.org/rss/1.0/modules/content": .content,
    "search.yahoo.com/mrss": .media,
    "video.search.yahoo.com/mrss": .media,
    "www.itunes.com/dtds/podcast-1.0.dtd": .itunes,
    "example.com/dtds/podcast-1.0.dtd": .itunes,
    "purl.org/rss/1.0/modules/syndication": .syndication,
    "www.w3.org/1999/xhtml": .xhtml,
    "www.w3.org/xml/1998/namespace": .xml,
  ]

  private static let customary: [String: FeedNamespace] = [
    "atom": .atom10, "a10": .atom10, "rdf": .rdf, "dc": .dublinCore, "dcterms": .dublinCore, "content": .content,
    "media": .media, "itunes": .itunes, "sy": .syndication, "xhtml": .xhtml, "xml": .xml, "rss": .core,
  ]
}
