/// Lets requests to one host happen one after the other, with a gap between them, and none while the host is to be left alone.
package actor HostTurns {
  private struct Host {
    var running = 0
    var next: ContinuousClock.Instant?
    var pausedUntil: ContinuousClock.Instant?
  }

  private let connections: Int
  private let gap: Duration
  private let patience: Duration
  private var hosts: [String: Host] = [:]

  /// Turns of so many at once, so far apart; a pause longer than `patience` is not waited for.
  package init(connections: Int, gap: Duration, patience: Duration) {
    self.connections = max(1, connections)
    self.gap = gap
    self.patience = patience
  }

  /// Waits for a turn at a host; `leave` gives it back.
  /// - Throws: `.paused` where the host is to be left alone for longer than anybody waits, `.stopped` where the task is
  ///   cancelled.
  package func enter(_ host: String) async throws(FetchFailure) {
    while true {
      if Task.isCancelled { throw .stopped }
      let now = ContinuousClock.now
      var state = hosts[host] ?? Host()
      let wait: Duration
      if let until = state.pausedUntil, until > now {
        wait = until - now
        if wait > patience { throw .paused(wait) }
      } else if state.running >= connections {
        // Whose turn it is takes as long as its server does; asking again costs less than a queue that could be stuck.
        wait = .milliseconds(20)
      } else if let next = state.next, next > now {
        wait = next - now
      } else {
        state.running += 1
        state.next = now + gap
        hosts[host] = state
        return
      }
      do { try await Task.sleep(for: wait) } catch { throw .stopped }
    }
  }

  /// Gives a turn back; the gap counts from here.
  package func leave(_ host: String) {
    guard var state = hosts[host] else { return }
    state.running -= 1
    state.next = ContinuousClock.now + gap
    hosts[host] = state
  }

  /// Leaves a host alone for a time.
  package func pause(_ host: String, for time: Duration) {
    var state = hosts[host] ?? Host()
    let until = ContinuousClock.now + time
    state.pausedUntil = max(state.pausedUntil ?? until, until)
    hosts[host] = state
  }
}
