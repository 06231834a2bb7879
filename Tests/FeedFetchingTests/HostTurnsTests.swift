import FeedFetching
import FeedHealth
import Synchronization
import Testing

extension HostTurns {
  /// Requests a turn in a new task. Tasks request turns in the order of their creation, because they run on the actor.
  fileprivate func begin(_ host: String, then done: @escaping @Sendable (FetchFailure?) -> Void) -> Task<Void, Never> {
    Task {
      do throws(FetchFailure) {
        try await enter(host)
        done(nil)
      } catch {
        done(error)
      }
    }
  }

  /// Requests turns and records their outcomes in order of completion.
  fileprivate func begin(_ count: Int, _ ends: Ends) -> [Task<Void, Never>] {
    (0..<count).map { index in begin("h") { ends.add(index, $0) } }
  }
}

/// The outcomes of requested turns.
private final class Ends: Sendable {
  private let state = Mutex<[String]>([])
  var all: [String] { state.withLock { $0 } }

  func add(_ index: Int, _ failure: FetchFailure?) {
    state.withLock { $0.append(failure.map { "\(index) \($0.word)" } ?? "\(index)") }
  }

  func wait(for count: Int) async {
    while all.count < count { await Task.yield() }
  }
}

/// The number of tasks at each host.
private final class Crowd: Sendable {
  private struct State {
    var now: [String: Int] = [:]
    var entered: [String: Int] = [:]
    var most = 0
  }

  private let state = Mutex(State())
  var most: Int { state.withLock { $0.most } }

  func count(_ host: String) -> Int { state.withLock { $0.entered[host] ?? 0 } }

  func enter(_ host: String) {
    state.withLock { state in
      state.entered[host, default: 0] += 1
      state.now[host, default: 0] += 1
      state.most = max(state.most, state.now[host] ?? 0)
    }
  }

  func leave(_ host: String) { state.withLock { $0.now[host, default: 0] -= 1 } }
}

extension FetchFailure {
  fileprivate var word: String {
    switch self {
    case .stopped: "stopped"
    case .paused: "paused"
    default: "failed"
    }
  }
}

@Suite("Turns at a host")
struct HostTurnsTests {
  private func turns(_ connections: Int = 1, gap: Duration = .zero) -> HostTurns {
    var pacing = HostPacing()
    pacing.connections = connections
    pacing.gap = gap
    return HostTurns(pacing)
  }

  @Test("first come, first served", arguments: [1, 2])
  func order(connections: Int) async {
    let turns = turns(connections)
    let ends = Ends()
    let tasks = await turns.begin(50, ends)
    for count in connections...50 {
      await ends.wait(for: count)
      #expect(ends.all.count == count, "turns at once are limited")
      await turns.leave("h")
    }
    for task in tasks { await task.value }
    #expect(ends.all == (0..<50).map { "\($0)" })
  }

  @Test("a cancelled task is skipped, and no turn is lost")
  func cancellation() async throws {
    let turns = turns()
    let ends = Ends()
    let tasks = await turns.begin(5, ends)
    await ends.wait(for: 1)
    for index in [1, 3] {
      tasks[index].cancel()
      await tasks[index].value
    }
    #expect(ends.all == ["0", "1 stopped", "3 stopped"])
    for count in 4...5 {
      await turns.leave("h")
      await ends.wait(for: count)
    }
    #expect(Array(ends.all.dropFirst(3)) == ["2", "4"])
    await turns.leave("h")
    try await turns.enter("h")
  }

  @Test("an already cancelled task gets no turn and uses none")
  func cancelledBefore() async throws {
    let turns = turns()
    let word = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(FetchFailure) { try await turns.enter("h") } catch { return error.word }
      return "entered"
    }.value
    #expect(word == "stopped")
    try await turns.enter("h")
  }

  @Test("a long pause ends the wait of every task")
  func pause() async {
    let turns = turns()
    let ends = Ends()
    let tasks = await turns.begin(4, ends)
    await ends.wait(for: 1)
    await turns.recordPause("h", for: .seconds(60))
    await turns.leave("h")
    for task in tasks { await task.value }
    #expect(ends.all == ["0", "1 paused", "2 paused", "3 paused"])
    #expect(await turns.takePauses().keys.map { $0 } == ["h"])
    #expect(await turns.takePauses().isEmpty)
  }

  @Test("turns are a gap apart, and a short pause delays the next turn")
  func gap() async throws {
    let turns = turns(2, gap: .milliseconds(50))
    let clock = ContinuousClock()
    let time = try await clock.measure {
      try await turns.enter("h")
      try await turns.enter("h")
    }
    #expect(time >= .milliseconds(50))
    await turns.leave("h")
    await turns.recordPause("h", for: .milliseconds(80))
    #expect(try await clock.measure { try await turns.enter("h") } >= .milliseconds(70))
    // The pause of one host does not postpone others.
    await turns.recordPause("h", for: .seconds(86_400))
    try await turns.enter("other")
  }

  @Test(
    "of a thousand tasks, a third of them cancelled, no more than the limit have a turn at once, and all end")
  func crowd() async throws {
    let turns = turns(2)
    let crowd = Crowd()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<1000 {
        let task = Task {
          let host = "h\(index % 3)"
          do { try await turns.enter(host) } catch { return }
          crowd.enter(host)
          await Task.yield()
          crowd.leave(host)
          await turns.leave(host)
        }
        if index % 3 == 1 { group.addTask { task.cancel() } }
        group.addTask { await task.value }
      }
    }
    #expect(crowd.most <= 2)
    #expect(crowd.count("h0") == 334 && crowd.count("h2") == 333)
    for host in ["h0", "h1", "h2"] {
      try await turns.enter(host)
      try await turns.enter(host)
    }
  }
}
