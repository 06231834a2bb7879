import Catalog
package import FeedProbes

/// Finding of a probe about a feed, with its evidence.
package struct Verdict: Hashable, Sendable {
  /// Class of the verdict.
  package let verdictClass: VerdictClass
  /// Whether the feed works; `nil` if the probe cannot tell.
  package let isUp: Bool?
  /// Whether the state lasts until someone intervenes.
  package let isPermanent: Bool
  /// Evidence as text, such as a status or a certificate's last day; never a URL with a password.
  package let evidence: String

  init(_ verdictClass: VerdictClass, isUp: Bool?, isPermanent: Bool = false, _ evidence: String) {
    self.verdictClass = verdictClass
    self.isUp = isUp
    self.isPermanent = isPermanent
    self.evidence = evidence
  }

  /// The words between other evidence and the target of a permanent redirect.
  static let moved = "; moved to "

  /// Returns the verdict for a feed that was read after a permanent redirect; a defect of the feed stays its class.
  func moved(to target: FeedURL) -> Verdict {
    let isFine = verdictClass == .ok || verdictClass == .notModified
    return Verdict(
      isFine ? .moved : verdictClass, isUp: isUp, isPermanent: true, evidence + Self.moved + target.redacted)
  }
}

extension Verdict {
  /// Creates the verdict for a failed fetch; `nil` if the run was stopped or the host asked for a pause, because
  /// neither says anything about the feed.
  package init?(_ failure: FetchFailure) {
    let evidence = failure.description
    switch failure {
    case .stopped, .paused: return nil
    case .url: self.init(.connect, isUp: false, isPermanent: true, evidence)
    case .address: self.init(.localNetwork, isUp: nil, isPermanent: true, evidence)
    case .dns(_, let isTemporary): self.init(.dns, isUp: false, isPermanent: !isTemporary, evidence)
    case .connect, .interrupted: self.init(.connect, isUp: false, evidence)
    case .tls(let problem, _): self.init(.tls, isUp: false, isPermanent: problem != .handshake, evidence)
    case .timeout: self.init(.timeout, isUp: false, evidence)
    case .redirect: self.init(.redirectLoop, isUp: false, isPermanent: true, evidence)
    case .tooLarge: self.init(.tooLarge, isUp: false, isPermanent: true, evidence)
    case .robots: self.init(.robots, isUp: nil, isPermanent: true, evidence)
    }
  }

  /// Creates the verdict for a status that is neither success nor 304.
  package init(status: Int, wall: String?, retryAfter: Duration?) {
    let evidence = "HTTP \(status)"
    if let wall {
      self.init(.botWall, isUp: nil, isPermanent: true, "\(evidence), \(wall)")
      return
    }
    switch status {
    case 429:
      let wait = retryAfter.map { ", retry after \($0.components.seconds) s" } ?? ""
      self.init(.rateLimited, isUp: nil, evidence + wait)
    case 408, 425: self.init(.http4xx, isUp: false, evidence)
    case 400..<500: self.init(.http4xx, isUp: false, isPermanent: true, evidence)
    case 501, 505: self.init(.http5xx, isUp: false, isPermanent: true, evidence)
    // A status above 599 counts as 5xx, too (RFC 9110 §15).
    case 500...: self.init(.http5xx, isUp: false, evidence)
    default: self.init(.notAFeed, isUp: false, "\(evidence), not a feed")
    }
  }
}

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
  /// The host's robots.txt forbids the fetch.
  case robots
  /// The address is not one that the program fetches from.
  case localNetwork = "local-network"
}
