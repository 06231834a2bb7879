import CommandLineTool
import Diagnostics
import Dispatch
import Synchronization

/// A queue of log lines, so that logging never waits for a slow reader.
final class LogQueue: Sendable {
  /// Maximum bytes in the queue. Further lines are dropped and counted.
  static let capacity = 2_000_000

  private struct State {
    var waiting = 0
    var droppedLines = 0
  }

  private let terminal: Terminal
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "log")

  init(terminal: Terminal) { self.terminal = terminal }

  /// Enqueues a line, given without its newline.
  func write(_ line: String) {
    let size = line.utf8.count
    state.withLock { state in
      guard state.waiting + size <= Self.capacity else {
        state.droppedLines += 1
        return
      }
      state.waiting += size
      let note = Self.note(&state.droppedLines)
      queue.async { [self] in
        terminal.write("\(note)\(line)\n")
        self.state.withLock { $0.waiting -= size }
      }
    }
  }

  /// Waits up to a second until all lines are written. A reader may have stopped reading.
  func finish() {
    let end = DispatchGroup()
    queue.async(group: end) { [self] in terminal.write(state.withLock { Self.note(&$0.droppedLines) }) }
    _ = end.wait(timeout: .now() + 1)
  }

  private static func note(_ droppedLines: inout Int) -> String {
    defer { droppedLines = 0 }
    return droppedLines == 0 ? "" : "(\(droppedLines.of("line")) dropped: the reader was too slow)\n"
  }
}
