import Synchronization

/// A lock that tasks hold across suspensions and acquire in order of arrival.
final class AsyncLock: Sendable {
  private struct State {
    var isLocked = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Runs `body` after all earlier calls have finished.
  func withLock<Value: Sendable, Failure: Error>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    await lock()
    defer { unlock() }
    return try await body()
  }

  private func lock() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isLocked {
          state.waiting.append(continuation)
          return false
        }
        state.isLocked = true
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  private func unlock() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isLocked = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
