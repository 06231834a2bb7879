import Diagnostics
import Dispatch
import Synchronization

/// Lines that wait to be written, so that nobody who logs one waits for somebody to read it.
final class LogQueue: Sendable {
  /// Bytes that wait at most, beside the line being written. What comes then is left out, and counted.
  static let capacity = 2_000_000

  private struct State {
    var waiting = 0
    var leftOut = 0
  }

  private let terminal: Terminal
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "log")

  /// Lines for one stream.
  init(terminal: Terminal) { self.terminal = terminal }

  /// Has a line written, without its newline, after those before it.
  func write(_ line: String) {
    let size = line.utf8.count
    state.withLock { state in
      guard state.waiting + size <= Self.capacity else {
        state.leftOut += 1
        return
      }
      state.waiting += size
      let note = Self.note(leftOut: &state.leftOut)
      queue.async { [self] in
        terminal.write("\(note)\(line)\n")
        self.state.withLock { $0.waiting -= size }
      }
    }
  }

  /// Waits until all is written, but no longer than a second: somebody may have stopped reading.
  func finish() {
    let end = DispatchGroup()
    queue.async(group: end) { [self] in terminal.write(state.withLock { Self.note(leftOut: &$0.leftOut) }) }
    _ = end.wait(timeout: .now() + 1)
  }

  private static func note(leftOut: inout Int) -> String {
    defer { leftOut = 0 }
    return leftOut == 0 ? "" : "(\(leftOut.of("line")) left out: they were not read in time)\n"
  }
}
