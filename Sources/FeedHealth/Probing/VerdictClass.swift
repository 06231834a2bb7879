import Catalog

/// Class of a probe's finding.
///
/// Source: reference/feeds.md §4.3.
package enum VerdictClass: String, CaseIterable, Sendable {
  /// The feed was read.
  case ok
  /// The server reports that the feed has not changed (304).
  case notModified = "not-modified"
  /// The feed was read and has moved permanently.
  case moved
  /// The feed was read, but its newest item is too old for the feed's rhythm.
  case stale
  /// The address serves another feed than in the last reading. Nothing of it is stored until a person confirms it.
  case replaced
  /// The feed has another title than before.
  case renamed
  /// The feed was read and contains no items.
  case emptyFeed = "empty-feed"
  /// The document is malformed, whether or not the feed could be read after repairs.
  case malformed
  /// The host name does not resolve to an address.
  case dns
  /// The connection to the host fails or breaks.
  case connect
  /// A secure connection fails: the certificate has expired, names another host, or is not trusted.
  case tls
  /// The fetch takes too long.
  case timeout
  /// The server refuses the request: 401, 403, 404, 410 and similar statuses.
  case http4xx = "http-4xx"
  /// The server asks for fewer requests (429).
  case rateLimited = "rate-limited"
  /// A wall against bots; readers may still have access.
  case botWall = "bot-wall"
  /// The server reports an internal failure.
  case http5xx = "http-5xx"
  /// A redirect loop, too many redirects, or a redirect to an invalid target.
  case redirectLoop = "redirect-loop"
  /// The answer exceeds the maximum size of a feed.
  case tooLarge = "too-large"
  /// The answer has no body.
  case empty
  /// The document is not a feed.
  case notAFeed = "not-a-feed"
  /// The host's robots.txt forbids the fetch, or cannot be read.
  case robots
  /// The address is not one that the program fetches from.
  case localNetwork = "local-network"
}

extension FeedEntry {
  /// The verdict of the last probe if it was not fine: a reason written by this program begins with it.
  var lastVerdict: VerdictClass? {
    lastFailureReason.flatMap { VerdictClass(rawValue: String(Substring($0.utf8.prefix { $0 != UInt8(ascii: ":") }))) }
  }
}

extension VerdictClass {
  /// The verdict, unless it says that the feed is fine.
  package var finding: VerdictClass? { self == .ok || self == .notModified ? nil : self }
}
