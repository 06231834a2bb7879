import CloudKitRecords
import Synchronization

/// The upload URLs that were given out and not used.
final class UploadURLs: Sendable {
  /// Validity of a URL, in seconds.
  static let seconds = 900.0
  private static let capacity = 10_000

  private struct State {
    var open: [String: (database: EmulatedDatabase, since: Timestamp)] = [:]
    var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed, stream: .max) }
  }

  private let seed: UInt64
  private let state: Mutex<State>

  init(seed: UInt64) {
    self.seed = seed
    state = Mutex(State(seed: seed))
  }

  /// Closes all URLs.
  func restart() { state.withLock { $0 = State(seed: seed) } }

  /// Opens a URL and returns its token; `nil` if too many are open.
  func open(for database: EmulatedDatabase, at now: Timestamp) -> String? {
    state.withLock { state in
      if state.open.count >= Self.capacity {
        state.open = state.open.filter { now.seconds(since: $0.value.since) < Self.seconds }
      }
      guard state.open.count < Self.capacity else { return nil }
      let token = state.random.hexadecimal()
      state.open[token] = (database, now)
      return token
    }
  }

  /// Returns the database of an open URL.
  func database(of token: String, at now: Timestamp) -> EmulatedDatabase? {
    state.withLock { state in
      state.open[token].flatMap { now.seconds(since: $0.since) < Self.seconds ? $0.database : nil }
    }
  }

  func close(_ token: String) { state.withLock { $0.open[token] = nil } }
}
