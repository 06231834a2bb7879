package enum FeedReading: Equatable, Sendable {
  case feed(FeedDocument)
  case notAFeed(OtherDocument)
  /// A feed that could not be read; the reason completes a sentence.
  case malformed(reason: String)
  /// An empty body, or white space only.
  case empty
}

package struct OtherDocument: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case html
    /// Another XML document, by the name of its root element.
    case xml(root: String)
    /// JSON in no known feed format.
    case json
    /// Text without markup.
    case text
    case binary
  }

  package var kind: Kind
  package var title: String?
  /// The addresses of feeds that a web page links to (`rel="alternate"`), absolute if the base is known.
  package var alternates: [String] = []
}
