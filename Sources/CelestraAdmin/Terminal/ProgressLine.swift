import CommandLineTool
import Foundation
import Synchronization

/// A progress line on a terminal. It appears after a second, and only on an interactive terminal. It is cleared when
/// nothing refers to it any more.
final class ProgressLine: Sendable {
  private struct State {
    var shownAt: ContinuousClock.Instant?
  }

  private let terminal: Terminal
  private let isShown: Bool
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  init(terminal: Terminal = .standardError) {
    self.terminal = terminal
    isShown = terminal.isInteractive
  }

  deinit {
    if state.withLock({ $0.shownAt != nil }) { terminal.write("\r\u{1B}[K") }
  }

  /// Returns a function that shows the number of things done so far.
  /// - Parameter total: The amount of work, or `nil` if it is unknown.
  static func counting(_ what: String, of total: Int? = nil) -> @Sendable (Int) -> Void {
    let line = ProgressLine()
    return { line.update(what, done: $0, of: total) }
  }

  /// Updates the line at most ten times per second, and not in the first second of the run.
  /// - Parameter total: The amount of work, or `nil` if it is unknown.
  func update(_ what: String, done: Int, of total: Int?) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - start > .seconds(1) else { return }
    state.withLock { state in
      if let shownAt = state.shownAt, now - shownAt < .milliseconds(100) { return }
      state.shownAt = now
      let line = Self.text(what, done: done, of: total, elapsed: now - start)
      terminal.write("\r\u{1B}[K" + line.prefix(max(10, terminal.width - 1)))
    }
  }

  /// Returns the text of the line: `feeds 4000/10000 40% 2000/s 3 s left`.
  static func text(_ what: String, done: Int, of total: Int?, elapsed: Duration) -> String {
    let seconds = max(0.001, elapsed / .seconds(1))
    let rate = Double(done) / seconds
    var text = "\(what) \(done)"
    if let total, total > 0 {
      text += "/\(total) \(done * 100 / total)%"
      if rate >= 1 { text += " \(Int(rate))/s \(Int((Double(total - done) / rate).rounded(.up))) s left" }
    } else if rate >= 1 {
      text += " \(Int(rate))/s"
    }
    return text
  }
}
