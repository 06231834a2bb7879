import Synchronization

/// A plan of which requests get which faults. With the same seed, the n-th request has the same fault in every run.
final class FaultPlan: Sendable {
  private struct State {
    var probabilities: [FaultKind: Double]
    var drawn: UInt64 = 0
  }

  private let seed: UInt64
  private let initial: [FaultKind: Double]
  private let state: Mutex<State>

  init(_ probabilities: [FaultKind: Double], seed: UInt64) {
    self.seed = seed
    initial = probabilities
    state = Mutex(State(probabilities: probabilities))
  }

  /// The probability of each fault, 0…1. Setting the probabilities does not restart the random sequence.
  var probabilities: [FaultKind: Double] {
    get { state.withLock { $0.probabilities } }
    set { state.withLock { $0.probabilities = newValue } }
  }

  func next() -> RequestFaults {
    let (probabilities, number) = state.withLock { state in
      defer { state.drawn += 1 }
      return (state.probabilities, state.drawn)
    }
    return RequestFaults(probabilities, random: SeededRandom(seed: seed, stream: number))
  }

  /// Restores the initial probabilities and restarts the random sequence from the seed.
  func restart() { state.withLock { $0 = State(probabilities: initial) } }
}

struct RequestFaults: Sendable {
  /// The fault of the request as a whole.
  let kind: FaultKind?
  let isSlow: Bool
  /// Whether one of the request's records was given a conflict.
  private(set) var hasConflict = false
  /// The random numbers for names that the server creates.
  var names: SeededRandom
  private let conflicts, expirations: Double
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
    expirations = probabilities[.expiredURL] ?? 0
    names = SeededRandom(seed: random.next())
    self.random = random
  }

  /// Whether the download URL of the request has expired.
  mutating func isExpired() -> Bool { expirations > 0 && random.happens(expirations) }

  mutating func isInConflict() -> Bool {
    let happens = conflicts > 0 && random.happens(conflicts)
    hasConflict = hasConflict || happens
    return happens
  }
}

/// A fault to inject into requests. The raw value is the spelling in the option `--fault`.
package enum FaultKind: String, CaseIterable, Hashable, Sendable {
  /// 503 TRY_AGAIN_LATER; the request is not applied.
  case unavailable
  /// 503 ZONE_BUSY; the request is not applied.
  case zoneBusy = "zone-busy"
  /// A connection reset before the request is applied.
  case resetBefore = "reset-before"
  /// A connection reset after the request is applied, instead of an answer.
  case resetAfter = "reset-after"
  /// An answer that ends in the middle of its body, after the request is applied.
  case truncated
  /// CONFLICT for one record's operation, which is not applied. Only operations that check the change tag can conflict.
  case conflict
  /// 410 for a download of an asset, as if its URL were old.
  case expiredURL = "expired-url"
  case slow

  /// The faults of whole requests, in drawing order; at most one of them applies to a request.
  static let ofRequests: [FaultKind] = [.unavailable, .zoneBusy, .resetBefore, .resetAfter, .truncated]
}
