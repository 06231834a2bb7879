/// The reason that a feed could not be fetched. It contains hosts but no whole URL, which may include a password.
package enum FetchFailure: Error, Hashable, Sendable {
  /// The phase of an exchange that timed out.
  package enum Phase: String, Sendable {
    /// Accepting the connection or negotiating TLS.
    case connecting
    /// Beginning the answer.
    case answering
    /// Sending the whole answer.
    case sending
  }

  /// The URL is invalid or unsupported.
  case url(reason: String)
  /// The host has an address that is not allowed.
  case address(host: String, kind: String)
  /// The host's name could not be resolved.
  case dns(reason: String, isTemporary: Bool)
  case connect(reason: String, isUnreachable: Bool = false)
  /// The connection could not be secured.
  case tls(reason: String)
  /// The connection ended before the answer was complete, or the answer is not HTTP.
  case interrupted(reason: String)
  case timeout(Phase, seconds: Double)
  /// The redirects form a circle, are too many, or lead to an invalid URL.
  case redirect(reason: String)
  case tooLarge(limit: Int)
  /// The host's robots.txt forbids the request.
  case robots(reason: String)
  /// The host's robots.txt cannot be read, which forbids everything.
  case unreadableRobots(reason: String)
  /// The host asked for a pause longer than a run waits.
  case paused(Duration)
  case stopped
}

extension FetchFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .url(let reason), .dns(let reason, _), .connect(let reason, _), .tls(let reason), .interrupted(let reason),
      .redirect(let reason), .robots(let reason), .unreadableRobots(let reason):
      reason
    case .address(let host, let kind): "'\(host)' has a \(kind) address, which is not allowed"
    case .timeout(let phase, let seconds):
      switch phase {
      case .connecting: "no connection within \(Self.text(seconds)) s"
      case .answering: "no answer within \(Self.text(seconds)) s"
      case .sending: "the answer was not complete within \(Self.text(seconds)) s"
      }
    case .tooLarge(let limit): "the answer has more than \(limit / 1_000_000) MB"
    case .paused(let wait): "the host asked for a pause of \(wait.components.seconds) s"
    case .stopped: "stopped"
    }
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
  }
}
