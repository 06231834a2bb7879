/// What a web page says about itself and about feeds.
package struct WebPage: Equatable, Sendable {
  /// A link that may lead to a feed.
  package struct Link: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
      /// The page declares a feed: `rel="alternate"` or `rel="feed"`, and the media type of a feed.
      case declared
      /// The page declares an alternate of a type that feeds have, too: JSON, XML, or none.
      case possible
      /// A link in the text, whose address or words look like those of a feed.
      case text
    }

    package let kind: Kind
    /// The address, absolute if the base is known.
    package let url: String
    /// The media type in lowercase, without parameters.
    package let type: String?
    /// The title, or the words of a link in the text.
    package let title: String?
    /// The language of the target, as written.
    package let language: String?

    package init(_ kind: Kind, _ url: String, type: String? = nil, title: String? = nil, language: String? = nil) {
      self.kind = kind
      self.url = url
      self.type = type
      self.title = title
      self.language = language
    }
  }

  package internal(set) var title: String?
  /// The language, as written.
  package internal(set) var language: String?
  /// The program that wrote the page, as it calls itself.
  package internal(set) var generator: String?
  /// The links in the order of the page, each address once.
  package internal(set) var links: [Link] = []
  package internal(set) var asksForPassword = false

  package init() {}

  /// - Parameters:
  ///   - contentType: The Content-Type header, of which only the charset is used.
  ///   - url: The address of the page, the base of relative links.
  package init(_ bytes: [UInt8], contentType: String?, url: String?) {
    let text = DecodedText(bytes, charset: contentType.flatMap(WebEncoding.charset))
    var reader = WebPageReader(text, url: url)
    self = reader.read()
  }
}
