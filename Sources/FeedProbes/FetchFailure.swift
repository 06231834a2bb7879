/// Why a feed could not be fetched. Holds hosts and never a whole URL, which may have a password in it.
package enum FetchFailure: Error, Hashable, Sendable {
  /// What a server was too slow at.
  package enum Phase: String, Sendable {
    /// Taking the connection, or agreeing on TLS.
    case connecting
    /// Beginning to answer.
    case answering
    /// Sending the whole answer.
    case sending
  }

  /// What is wrong with a certificate.
  package enum CertificateProblem: String, Sendable {
    /// It is past its last day, or before its first.
    case expired
    /// It is another host's.
    case name
    /// Nobody known vouches for it.
    case chain
    /// Something else: the two sides cannot agree.
    case handshake
  }

  /// It is not a URL that can be fetched.
  case url(reason: String)
  /// The host has an address nobody may be sent to.
  case address(host: String, kind: String)
  /// The host's address is not to be had.
  case dns(reason: String, isTemporary: Bool)
  /// The host cannot be connected to.
  case connect(reason: String, isUnreachable: Bool = false)
  /// The connection cannot be made secure.
  case tls(CertificateProblem, reason: String)
  /// The connection ended before the answer did, or the answer is not HTTP.
  case interrupted(reason: String)
  /// It takes too long.
  case timeout(Phase, seconds: Double)
  /// It redirects in a circle, or too often, or to where no feed can be.
  case redirect(reason: String)
  /// The answer is larger than any feed should be.
  case tooLarge(limit: Int)
  /// The host's robots.txt forbids it, or cannot be had.
  case robots(reason: String)
  /// The host asked to be left alone for longer than a run waits.
  case paused(Duration)
  /// The user stopped the run.
  case stopped
}

extension FetchFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .url(let reason), .dns(let reason, _), .connect(let reason, _), .tls(_, let reason), .interrupted(let reason),
      .redirect(let reason), .robots(let reason):
      reason
    case .address(let host, let kind): "'\(host)' is at a \(kind) address, which is not fetched from"
    case .timeout(let phase, let seconds):
      switch phase {
      case .connecting: "no connection within \(Self.text(seconds)) s"
      case .answering: "no answer within \(Self.text(seconds)) s"
      case .sending: "the answer was not complete within \(Self.text(seconds)) s"
      }
    case .tooLarge(let limit): "the answer has more than \(limit / 1_000_000) MB"
    case .paused(let wait): "the host asked to be left alone for \(wait.components.seconds) s more"
    case .stopped: "stopped"
    }
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
  }
}
