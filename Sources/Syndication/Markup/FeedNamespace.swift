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

  /// Finds the namespace of an address.
  ///
  /// Sources: the specifications, and variants in the test files of feedparser and feedvalidator.
  init(address: ArraySlice<UInt8>) {
    self = Self.known[address.trimmed.lowercasedString] ?? .other
  }

  /// Finds the usual namespace of an undeclared prefix.
  init(customaryPrefix prefix: String) {
    self = Self.customary[prefix] ?? .other
  }

  private static let known: [String: FeedNamespace] = [
    "": .core,
    "http://backend.userland.com/rss": .core,
    "http://backend.userland.com/rss2": .core,
    "http://backend.userland.com/rss091": .core,
    "http://backend.userland.com/rss092": .core,
    "http://blogs.law.harvard.edu/tech/rss": .core,
    "http://cyber.law.harvard.edu/rss/rss.html": .core,
    "http://purl.org/rss/1.0/": .core,
    "http://purl.org/rss/2.0/": .core,
    "http://purl.org/net/rss1.1#": .core,
    "http://my.netscape.com/rdf/simple/0.9/": .core,
    "http://my.netscape.com/publish/formats/rss-0.91.dtd": .core,
    "http://channel.netscape.com/rdf/simple/0.9/": .core,
    "http://www.w3.org/2005/atom": .atom10,
    "http://purl.org/atom/ns#": .atom03,
    "http://example.com/newformat#": .atom03,
    "http://example.com/necho": .atom03,
    "http://purl.org/echo/": .atom03,
    "uri/of/echo/namespace#": .atom03,
    "http://purl.org/pie/": .atom03,
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": .rdf,
    "http://purl.org/dc/elements/1.1/": .dublinCore,
    "http://purl.org/dc/elements/1.0/": .dublinCore,
    "http://purl.org/dc/terms/": .dublinCore,
    "http://purl.org/rss/1.0/modules/content/": .content,
    "http://search.yahoo.com/mrss": .media,
    "http://search.yahoo.com/mrss/": .media,
    "http://video.search.yahoo.com/mrss": .media,
    "http://video.search.yahoo.com/mrss/": .media,
    "http://www.itunes.com/dtds/podcast-1.0.dtd": .itunes,
    "http://www.itunes.com/dtds/podcast-1.0.dtd/": .itunes,
    "http://example.com/dtds/podcast-1.0.dtd": .itunes,
    "http://purl.org/rss/1.0/modules/syndication/": .syndication,
    "http://www.w3.org/1999/xhtml": .xhtml,
    "http://www.w3.org/xml/1998/namespace": .xml,
  ]

  private static let customary: [String: FeedNamespace] = [
    "atom": .atom10, "a10": .atom10, "rdf": .rdf, "dc": .dublinCore, "dcterms": .dublinCore, "content": .content,
    "media": .media, "itunes": .itunes, "sy": .syndication, "xhtml": .xhtml, "xml": .xml, "rss": .core,
  ]
}
