package import FeedProbes

extension Verdict {
  /// Creates the verdict for a failed fetch; `nil` if the run was stopped or the host asked for a pause, because
  /// neither says anything about the feed.
  package init?(_ failure: FetchFailure) {
    let evidence = failure.description
    switch failure {
    case .stopped, .paused: return nil
    case .url: self = .down(.connect, evidence, isPermanent: true)
    case .address: self = .down(.localNetwork, evidence, isPermanent: true)
    case .dns(_, let isTemporary): self = .down(.dns, evidence, isPermanent: !isTemporary)
    case .connect, .interrupted: self = .down(.connect, evidence, isPermanent: false)
    case .tls(let problem, _): self = .down(.tls, evidence, isPermanent: problem != .handshake)
    case .timeout: self = .down(.timeout, evidence, isPermanent: false)
    case .redirect: self = .down(.redirectLoop, evidence, isPermanent: true)
    case .tooLarge: self = .down(.tooLarge, evidence, isPermanent: true)
    case .robots: self = .unknown(.robots, evidence, isPermanent: true)
    }
  }

  /// Creates the verdict for a status that is neither success nor 304.
  package init(status: Int, wall: String?, retryAfter: Duration?) {
    let evidence = "HTTP \(status)"
    if let wall {
      self = .unknown(.botWall, "\(evidence), \(wall)", isPermanent: true)
      return
    }
    switch status {
    case 429:
      let wait = retryAfter.map { ", come again after \($0.components.seconds) s" } ?? ""
      self = .unknown(.rateLimited, evidence + wait, isPermanent: false)
    case 408, 425: self = .down(.http4xx, evidence, isPermanent: false)
    case 400..<500: self = .down(.http4xx, evidence, isPermanent: true)
    case 501, 505: self = .down(.http5xx, evidence, isPermanent: true)
    case 500...: self = .down(.http5xx, evidence, isPermanent: false)
    default: self = .down(.notAFeed, "\(evidence), which brings no feed", isPermanent: false)
    }
  }
}
