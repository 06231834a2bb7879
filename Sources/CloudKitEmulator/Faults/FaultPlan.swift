import Synchronization

/// Which requests go wrong, and how. The n-th request of a seed has the same fault in every run.
final class FaultPlan: Sendable {
  private struct State {
    var probabilities: [FaultKind: Double]
    var drawn: UInt64 = 0
  }

  private let seed: UInt64
  private let state: Mutex<State>

  init(_ probabilities: [FaultKind: Double], seed: UInt64) {
    self.seed = seed
    state = Mutex(State(probabilities: probabilities))
  }

  /// The probabilities, 0…1; setting them does not begin the seed anew.
  var probabilities: [FaultKind: Double] {
    get { state.withLock { $0.probabilities } }
    set { state.withLock { $0.probabilities = newValue } }
  }

  /// What goes wrong with the next request.
  func next() -> RequestFaults {
    let (probabilities, number) = state.withLock { state in
      defer { state.drawn += 1 }
      return (state.probabilities, state.drawn)
    }
    return RequestFaults(probabilities, random: SeededRandom(seed: seed, stream: number))
  }

  /// Begins the seed anew.
  func restart() { state.withLock { $0.drawn = 0 } }
}

/// What goes wrong with one request.
struct RequestFaults: Sendable {
  /// What happens to it as a whole.
  let kind: FaultKind?
  /// Whether its answer is late.
  let isSlow: Bool
  /// Whether a record of it was put in conflict.
  private(set) var hasConflict = false
  /// What names come from that the server makes up.
  var names: SeededRandom
  private let conflicts: Double
  private var random: SeededRandom

  init(_ probabilities: [FaultKind: Double], random: SeededRandom) {
    var random = random
    var kind: FaultKind?
    for candidate in FaultKind.ofRequests where random.happens(probabilities[candidate] ?? 0) {
      if kind == nil { kind = candidate }
    }
    self.kind = kind
    isSlow = random.happens(probabilities[.slow] ?? 0)
    conflicts = probabilities[.conflict] ?? 0
    names = SeededRandom(seed: random.next())
    self.random = random
  }

  /// Whether the next record of the request is in conflict.
  mutating func isInConflict() -> Bool {
    let happens = conflicts > 0 && random.happens(conflicts)
    hasConflict = hasConflict || happens
    return happens
  }
}
