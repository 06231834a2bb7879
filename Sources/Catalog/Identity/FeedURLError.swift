/// Why a text is not the address of a feed. Never holds user information.
package enum FeedURLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is nothing but white space.
  case empty
  /// It is longer than any URL in use.
  case tooLong(bytes: Int)
  /// White space or a control character stands inside it, at a byte offset of the text as given.
  case whitespace(offset: Int)
  /// Its scheme is not one of the web.
  case scheme(String)
  /// It is somebody's address, not a page's.
  case emailAddress
  /// It has no scheme, and does not begin like a host name either.
  case notAURL
  /// No host follows the scheme.
  case noHost
  /// The host is not a name that can exist.
  case host(String)
  /// What stands after the host's colon is not a port.
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
    case .noHost: "the URL names no host; write it in full, such as 'https://example.com/feed.xml'"
    case .host(let host): "'\(host)' is not a host name"
    case .port(let port): "'\(port)' is not a port; it is a number from 1 to 65535"
    }
  }
}
