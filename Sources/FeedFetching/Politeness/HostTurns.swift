package import FeedHealth

/// A queue that limits requests per host, keeps a gap between them, and sends none while the host is paused.
package actor HostTurns {
  private struct Host {
    var running = 0
    var next: ContinuousClock.Instant?
    var pausedUntil: ContinuousClock.Instant?
    /// Tickets waiting for a connection, in order of arrival, including abandoned ones.
    var queue: [Int] = []
    var served = 0
  }

  private let pacing: HostPacing
  private var hosts: [String: Host] = [:]
  private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var tickets = 0
  /// Pauses not yet returned by `takePauses`.
  private var newPauses: [String: ContinuousClock.Instant] = [:]

  package init(_ pacing: HostPacing) { self.pacing = pacing }

  /// Waits for a turn at a host, first come, first served. The caller ends the turn with `leave`.
  /// - Throws: `.paused` if the host is paused for longer than the maximum wait, or `.stopped` if the task is
  ///   cancelled. In both cases there was no turn.
  package func enter(_ host: String) async throws(FetchFailure) {
    guard await takeConnection(to: host) else { throw .stopped }
    do throws(FetchFailure) {
      try await rest(host)
    } catch {
      handOver(host)
      throw error
    }
  }

  /// Ends a turn. The gap starts now, or is left out.
  package func leave(_ host: String, withGap: Bool = true) {
    hosts[host]?.next = ContinuousClock.now + (withGap ? pacing.gap : .zero)
    handOver(host)
  }

  /// Pauses a host that asks for a pause, and keeps the pause for `takePauses`.
  package func recordPause(_ host: String, for time: Duration) {
    pause(host, for: time)
    newPauses[host] = hosts[host]?.pausedUntil
  }

  package func pause(_ host: String, for time: Duration) {
    let until = ContinuousClock.now + time
    hosts[host, default: Host()].pausedUntil = max(hosts[host]?.pausedUntil ?? until, until)
  }

  /// Returns the pauses that hosts asked for since the last call, and their ends.
  package func takePauses() -> [String: ContinuousClock.Instant] {
    defer { newPauses = [:] }
    return newPauses
  }

  // MARK: The queue

  /// Waits for a free connection. Returns false if the task is cancelled first.
  private func takeConnection(to host: String) async -> Bool {
    let ticket = tickets
    tickets += 1
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(returning: false)
        } else if hosts[host, default: Host()].running < max(1, pacing.connections) {
          hosts[host, default: Host()].running += 1
          continuation.resume(returning: true)
        } else {
          waiting[ticket] = continuation
          hosts[host]?.queue.append(ticket)
        }
      }
    } onCancel: {
      Task { await self.giveUp(ticket) }
    }
  }

  /// Abandons a ticket. It stays in its queue, where `handOver` skips it. A ticket already served is no longer waiting.
  private func giveUp(_ ticket: Int) { waiting.removeValue(forKey: ticket)?.resume(returning: false) }

  /// Passes a connection to the longest-waiting ticket, or frees it.
  private func handOver(_ host: String) {
    guard var state = hosts[host] else { return }
    defer { hosts[host] = state }
    while state.served < state.queue.count {
      let ticket = state.queue[state.served]
      state.served += 1
      if let next = waiting.removeValue(forKey: ticket) { return next.resume(returning: true) }
    }
    state.queue = []
    state.served = 0
    state.running -= 1
  }

  /// Waits, while holding a connection, until the gap and any pause end.
  private func rest(_ host: String) async throws(FetchFailure) {
    while true {
      if Task.isCancelled { throw .stopped }
      let now = ContinuousClock.now
      let pause = (hosts[host]?.pausedUntil).map { $0 - now } ?? .zero
      if pause > pacing.patience { throw .paused(pause) }
      let wait = max(pause, (hosts[host]?.next).map { $0 - now } ?? .zero)
      if wait <= .zero {
        hosts[host]?.next = now + pacing.gap
        return
      }
      do { try await Task.sleep(for: wait) } catch { throw .stopped }
    }
  }
}
