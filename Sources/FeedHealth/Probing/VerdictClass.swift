/// What a probe found, in one word.
///
/// Source: reference/feeds.md §4.3.
package enum VerdictClass: String, CaseIterable, Sendable {
  /// The feed was read.
  case ok
  /// The server says the feed is what it was (304).
  case notModified = "not-modified"
  /// The feed was read, and is now somewhere else for good.
  case moved
  /// The feed was read; its newest item is old for a feed of its rhythm.
  case stale
  /// The feed was read and has no items.
  case emptyFeed = "empty-feed"
  /// The document is broken: mended and read, or beyond that.
  case malformed
  /// The host's name has no address.
  case dns
  /// The host cannot be connected to, or the connection breaks.
  case connect
  /// The connection cannot be made secure: certificate expired, of another name, or not trusted.
  case tls
  /// It takes too long.
  case timeout
  /// The server refuses: 401, 403, 404, 410 and the like.
  case http4xx = "http-4xx"
  /// The server asks for fewer requests (429).
  case rateLimited = "rate-limited"
  /// A wall against programs; readers may well get through.
  case botWall = "bot-wall"
  /// The server fails.
  case http5xx = "http-5xx"
  /// Redirects in a circle, too many of them, or to where no feed can be.
  case redirectLoop = "redirect-loop"
  /// Larger than any feed should be.
  case tooLarge = "too-large"
  /// An answer without a body.
  case empty
  /// A document, but no feed.
  case notAFeed = "not-a-feed"
  /// The host's robots.txt forbids it.
  case robots
  /// An address that is not fetched from.
  case localNetwork = "local-network"
}
