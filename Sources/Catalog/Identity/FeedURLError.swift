/// The reason that a text is not the URL of a feed. Never contains user information.
package enum FeedURLError: Error, Hashable, Sendable, CustomStringConvertible {
  case empty
  case tooLong(bytes: Int)
  /// The text contains white space or a control character, at a byte offset of the original text.
  case whitespace(offset: Int)
  /// The scheme is not `http`, `https` or `feed`.
  case scheme(String)
  case emailAddress
  /// The text has no scheme and does not begin with a host name.
  case notAURL
  /// The text is a relative file name.
  case relative
  /// Another scheme follows the scheme.
  case repeatedScheme
  case noHost
  case host(String)
  /// The text after the host's colon is not a valid port.
  case port(String)

  package var description: String {
    switch self {
    case .empty: "the URL is empty"
    case .tooLong(let bytes): "the URL has \(bytes) bytes, more than the \(FeedURL.maximumLength) a URL may have"
    case .whitespace(let offset):
      "the URL has white space or a control character inside, after \(offset) bytes; write it as %20 if it belongs there"
    case .scheme(let scheme): "'\(scheme):' is not http or https; a feed is fetched over the web"
    case .emailAddress: "this is an e-mail address, not a URL"
    case .notAURL: "this is not a URL; write it in full, such as 'https://example.com/feed.xml'"
    case .relative: "this is a relative address; write it in full, such as 'https://example.com/feed.xml'"
    case .repeatedScheme: "the URL has two schemes; write one, such as 'https://example.com/feed.xml'"
    case .noHost: "the URL names no host; write it in full, such as 'https://example.com/feed.xml'"
    case .host(let host): "'\(host)' is not a host name"
    case .port(let port): "'\(port)' is not a port; it is a number from 1 to 65535"
    }
  }
}
