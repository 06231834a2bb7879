/// What a body turned out to be.
package enum FeedReading: Equatable, Sendable {
  /// A feed, with whatever is wrong in it.
  case feed(FeedDocument)
  /// Something else.
  case notAFeed(OtherDocument)
  /// Something that begins like a feed and cannot be read as one; the reason reads as the end of a sentence.
  case malformed(reason: String)
  /// Nothing, or only white space.
  case empty
}

/// A body that is not a feed.
package struct OtherDocument: Equatable, Sendable {
  /// What a body can be instead.
  package enum Kind: Equatable, Sendable {
    /// A web page.
    case html
    /// An XML document of another kind, by the name of its root.
    case xml(root: String)
    /// JSON that no feed format describes.
    case json
    /// Text without markup.
    case text
    /// Bytes that are no text.
    case binary
  }

  /// What it is.
  package var kind: Kind
  /// The title of a web page, as text.
  package var title: String?
  /// The feeds that a web page offers, absolute where a base is known.
  package var alternates: [FeedLink] = []
}

/// A feed that a web page offers with `rel="alternate"`.
package struct FeedLink: Equatable, Sendable {
  /// Where it is.
  package var url: String
  /// The media type the page gives it.
  package var type: String
  /// What the page calls it.
  package var title: String?
}
