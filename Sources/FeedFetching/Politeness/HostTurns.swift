package import FeedProbes

/// Lets requests to one host happen one after the other, with a gap between them, and none while the host is to be left alone.
package actor HostTurns {
  private struct Host {
    var running = 0
    var next: ContinuousClock.Instant?
    var pausedUntil: ContinuousClock.Instant?
    /// Tickets of those who wait for a connection, the first come first; of those who gave up, too.
    var queue: [Int] = []
    var served = 0
  }

  private let pacing: HostPacing
  private var hosts: [String: Host] = [:]
  private var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var tickets = 0
  /// Pauses not yet returned by `takePauses`.
  private var newPauses: [String: ContinuousClock.Instant] = [:]

  /// Turns at the pace of `pacing`.
  package init(_ pacing: HostPacing) { self.pacing = pacing }

  /// Waits for a turn at a host, first come first served; `leave` gives it back.
  /// - Throws: `.paused` where the host is to be left alone for longer than anybody waits, `.stopped` where the task is
  ///   cancelled. There is no turn to give back then.
  package func enter(_ host: String) async throws(FetchFailure) {
    guard await takeConnection(to: host) else { throw .stopped }
    do throws(FetchFailure) {
      try await rest(host)
    } catch {
      handOver(host)
      throw error
    }
  }

  /// Gives a turn back; the gap counts from here.
  package func leave(_ host: String) {
    hosts[host]?.next = ContinuousClock.now + pacing.gap
    handOver(host)
  }

  /// Pauses a host that asks for it now, and keeps the pause for `takePauses`.
  package func recordPause(_ host: String, for time: Duration) {
    pause(host, for: time)
    newPauses[host] = hosts[host]?.pausedUntil
  }

  /// Pauses a host.
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

  /// Waits for a connection to be free; false where the task is cancelled before.
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

  /// The ticket stays in its queue, where `handOver` passes over it; who was served meanwhile has none any more.
  private func giveUp(_ ticket: Int) { waiting.removeValue(forKey: ticket)?.resume(returning: false) }

  /// Gives a connection to who waits longest, or back.
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

  /// Waits, with a connection, for the gap and for a pause to end.
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
