import CloudKitRecords
import CloudKitWire
import Foundation
import JSON

/// A sender of signed requests that follows the pace and retries by the policy.
struct RequestSender: Sendable {
  let address: ContainerAddress
  let key: ServerToServerKey
  let pace: Pace
  let policy: RetryPolicy

  /// Sends a request that changes nothing, retries it by the policy, and returns its content.
  /// - Parameter read: reads an answer; if this fails temporarily, the request is sent again.
  func read<Content>(
    _ operation: String, _ body: [UInt8],
    _ read: (JSONObject) throws(RecordStoreError) -> Result<Content, RequestFailure>
  ) async throws(RecordStoreError) -> Content {
    var tries = 0
    while true {
      tries += 1
      switch await attempt(operation, body, isRetry: tries > 1, isWrite: false) {
      case .success(let answer):
        switch try read(answer) {
        case .success(let content): return content
        case .failure(let failure): try await wait(afterRecords: failure, tries: tries)
        }
      case .failure(let failure): try await wait(after: failure, tries: tries)
      }
    }
  }

  func attempt(
    _ operation: String, _ body: [UInt8], isRetry: Bool, isWrite: Bool
  ) async -> Result<JSONObject, RequestFailure> {
    let sent: Duration
    do {
      switch try await pace.admit(isRetry: isRetry, patience: policy.longestRetryAfter) {
      case .sent(let time): sent = time
      case .resting: return .failure(resting)
      case .paused(let time):
        return .failure(.throttled(retryAfter: time))
      }
    } catch {
      return .failure(RequestFailure(error: .stopped))
    }
    let result = await answer(operation, body, isWrite: isWrite)
    switch result {
    case .success: pace.succeeded()
    case .failure(let failure) where failure.isThrottled: pace.wasThrottled(retryAfter: failure.retryAfter)
    case .failure(let failure) where failure.isTransient || failure.isRefused:
      pace.failed(sent: sent, because: failure.error.description, retryAfter: failure.retryAfter)
    // A rejection still shows that the server works.
    case .failure: pace.succeeded()
    }
    return result
  }

  /// Waits before the next try.
  /// - Throws: the final error if no other try is allowed.
  func wait(after failure: RequestFailure, tries: Int) async throws(RecordStoreError) {
    if Task.isCancelled { throw .stopped }
    guard failure.isTransient else { throw failure.error }
    guard let wait = policy.wait(afterTry: tries, retryAfter: failure.retryAfter, random: pace.clock.random()) else {
      throw failure.givenUp(afterTries: tries, policy)
    }
    if failure.isThrottled || failure.retryAfter != nil { pace.waits(for: wait) }
    do { try await pace.clock.sleep(wait) } catch { throw .stopped }
  }

  /// Waits before retrying records that the server deferred in a successful answer. Other requests wait, too.
  /// - Throws: the final error if no other try is allowed.
  func wait(afterRecords failure: RequestFailure, tries: Int) async throws(RecordStoreError) {
    pace.postpone(after: failure)
    try await wait(after: failure, tries: tries)
  }

  private var resting: RequestFailure {
    let reason =
      "stopped: \(Pace.failuresToRest) requests in a row failed, the last because \(pace.lastFailure); what "
      + "was written stays; run the same command again in \(Pace.rest.components.seconds) seconds or later "
      + "to finish"
    return RequestFailure(error: .unavailable(reason: reason))
  }

  private func answer(
    _ operation: String, _ body: [UInt8], isWrite: Bool
  ) async -> Result<JSONObject, RequestFailure> {
    let path = address.path(operation)
    let date = pace.clock.date().formatted(Date.ISO8601FormatStyle())
    guard let signature = try? key.signature(of: SigningMessage.bytes(date: date, body: body, path: path)) else {
      return .failure(RequestFailure(error: .unauthorized(reason: "the private key cannot sign")))
    }
    let answer = await HTTPTransport.send(
      "POST", to: address.url(path),
      headers: [
        ("Content-Type", "application/json"), ("Accept", "application/json"),
        (SigningMessage.keyIDHeader, key.id), (SigningMessage.dateHeader, date),
        (SigningMessage.signatureHeader, signature),
      ], body: body, patience: policy.longestAnswer, isWrite: isWrite)
    return answer.mapError { failure in
      let reason = "no answer from \(address.host): \(failure.reason)"
      guard failure.isRefused, !pace.hasAnswer else {
        return .unavailable(reason, mayHaveBeenDone: failure.mayHaveBeenDone)
      }
      let advice = "; start the server, or correct CLOUDKIT_BASE_URL, and run the command again"
      return RequestFailure(error: .unavailable(reason: reason + advice), isRefused: true)
    }.flatMap { answer in
      let received = pace.clock.date()
      if let skew = answer.skew(now: received) { pace.saw(clockSkew: .seconds(skew)) }
      return answer.json(now: received).mapError { failure -> RequestFailure in
        // A command can have a key for each of two containers.
        guard case .unauthorized(let reason) = failure.error else { return failure }
        let name = "\(address.container)@\(address.environment.rawValue)"
        return RequestFailure(error: .unauthorized(reason: "\(name): \(reason)"))
      }
    }
  }
}
