import Catalog

/// Finding of a probe about a feed, with its evidence.
package struct Verdict: Hashable, Sendable {
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
    case .tls: self.init(.tls, isUp: false, isPermanent: true, evidence)
    case .timeout: self.init(.timeout, isUp: false, evidence)
    case .redirect: self.init(.redirectLoop, isUp: false, isPermanent: true, evidence)
    case .tooLarge: self.init(.tooLarge, isUp: false, isPermanent: true, evidence)
    case .robots: self.init(.robots, isUp: nil, isPermanent: true, evidence)
    // A server that fails as a whole answers so for robots.txt, too.
    case .unreadableRobots: self.init(.robots, isUp: false, evidence)
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
