import CloudKitRecords
package import Foundation

/// Whether a CloudKit server can be reached, without a key or a container.
package enum ServerReachability: Hashable, Sendable {
  /// The server answered; this machine's clock is ahead of the server's by the duration, if the server sent its time.
  case answers(clockSkew: Duration?)
  /// The server did not answer, with the reason, or has a certificate that this machine does not trust.
  case fails(String, isUntrusted: Bool)

  /// Sends an unsigned request to a server. Any answer counts, also an error.
  /// - Parameters:
  ///   - host: The server's base URL.
  ///   - date: The clock to compare with the server's.
  package static func of(_ host: String, date: @Sendable () -> Date) async -> ServerReachability {
    switch await HTTPTransport.send(
      "POST", to: host + "/", headers: [], body: [], patience: .seconds(20), isWrite: false)
    {
    case .success(let answer): .answers(clockSkew: answer.skew(now: date()).map { .seconds($0) })
    case .failure(let failure): .fails(failure.reason, isUntrusted: failure.isUntrusted)
    }
  }
}
