import FeedHealth

/// A sender of requests to addresses that a user names. They never reach private addresses, redirects are not followed,
/// and failures that may pass are tried again.
package struct NoticeSender: Sendable {
  private let settings: FetchSettings
  private let exchange: HTTPExchange
  private let pauses: [Duration]

  /// Runs `body` with a sender and closes its connections afterwards.
  /// - Parameter pauses: the pauses before each further try.
  /// - Throws: any error from `body`.
  package static func with<Value>(
    _ settings: FetchSettings, pauses: [Duration] = [.seconds(1), .seconds(4)],
    _ body: (NoticeSender) async throws -> Value
  ) async throws -> Value {
    try await HTTPExchange.with(settings) {
      try await body(NoticeSender(settings: settings, exchange: $0, pauses: pauses))
    }
  }

  /// - Throws: `NoticeFailure` if the server does not accept it. It may have received it nevertheless.
  package func post(_ body: [UInt8], headers: [(String, String)], to url: String) async throws(NoticeFailure) {
    try await send(url, headers, body)
  }

  /// Requests an address, and ignores the answer's body.
  /// - Throws: `NoticeFailure` if the server does not accept it.
  package func ping(_ url: String) async throws(NoticeFailure) { try await send(url, [], nil) }

  private func send(_ url: String, _ headers: [(String, String)], _ body: [UInt8]?) async throws(NoticeFailure) {
    let address: WebAddress
    do throws(FetchFailure) { address = try WebAddress(url) } catch {
      throw NoticeFailure(host: nil, reason: "\(error)", tries: 0)
    }
    var pauses = pauses[...]
    var tries = 0
    while true {
      tries += 1
      guard let refusal = await refusal(address, headers, body) else { return }
      let failure = NoticeFailure(host: address.host, reason: refusal.reason, tries: tries)
      guard refusal.mayPass, let pause = pauses.popFirst() else { throw failure }
      // A run that is cancelled in the pause ends with the failure before it.
      do { try await Task.sleep(for: pause) } catch { throw failure }
    }
  }

  /// Sends a request once.
  /// - Returns: why it was not accepted, and whether another try may succeed; `nil` if it was accepted.
  private func refusal(
    _ address: WebAddress, _ headers: [(String, String)], _ body: [UInt8]?
  ) async -> (reason: String, mayPass: Bool)? {
    do throws(FetchFailure) {
      let answer = try await exchange.answer(
        of: address, headers: headers, posting: body, within: settings.totalTimeout, first: settings.bodyLimit)
      switch answer.status {
      case 200..<300: return nil
      case 300..<400: return ("it redirects (HTTP \(answer.status)); pass the address that it redirects to", false)
      default: return ("HTTP \(answer.status)", answer.status >= 500 || [408, 429].contains(answer.status))
      }
    } catch {
      switch error {
      case .url, .address, .redirect, .tooLarge, .robots, .unreadableRobots, .stopped: return ("\(error)", false)
      case .dns, .connect, .tls, .interrupted, .timeout, .paused: return ("\(error)", true)
      }
    }
  }
}

/// The reason that a notice was not accepted. It contains no whole address, which may be a secret.
package struct NoticeFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let host: String?
  package let reason: String
  package let tries: Int

  package var description: String {
    let times = tries > 1 ? ", after \(tries) tries" : ""
    return (host.map { "'\($0)' did not accept the request: " } ?? "the address is invalid: ") + reason + times
  }
}
