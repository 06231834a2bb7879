import Catalog
import FeedHealth

/// The progress display of `health probe`: a line, or a live table with `--watch`.
struct HealthProbeTable {
  private static let rows = 12

  private let terminal = Terminal.standardError
  private let line = ProgressLine()
  private let isTable: Bool
  private let style: Style
  private let start = ContinuousClock.now
  private var recent: [ProbedFeed] = []
  private var drawnAt: ContinuousClock.Instant?
  private var drawnLines = 0

  /// Creates a table if it is requested and standard error is a terminal, otherwise a line.
  init(isShown: Bool, color: ColorChoice) {
    isTable = isShown && Terminal.standardError.isInteractive
    style = Style(color, for: .standardError)
  }

  /// Adds a probed feed.
  mutating func add(_ feed: ProbedFeed) {
    guard isTable else { return }
    recent.append(feed)
    if recent.count > Self.rows { recent.removeFirst() }
  }

  /// Draws the progress at most five times per second.
  mutating func update(_ summary: ProbeSummary) {
    guard isTable else { return line.update("feeds probed", done: summary.probed, of: summary.selected) }
    let now = ContinuousClock.now
    if let drawnAt, now - drawnAt < .milliseconds(200) { return }
    drawnAt = now
    let text = Self.text(summary, recent, elapsed: now - start, width: terminal.width, style)
    terminal.write(clear + text)
    drawnLines = text.count { $0 == "\n" }
  }

  /// Clears the display.
  mutating func end() {
    line.end()
    if isTable { terminal.write(clear) }
    drawnLines = 0
  }

  /// The control sequence that moves to the start of the table and clears it.
  private var clear: String { drawnLines > 0 ? "\u{1B}[\(drawnLines)A\u{1B}[J" : "" }

  /// Returns the text of the table.
  static func text(
    _ summary: ProbeSummary, _ recent: [ProbedFeed], elapsed: Duration, width: Int, _ style: Style
  ) -> String {
    let progress = ProgressLine.text("feeds probed", done: summary.probed, of: summary.selected, elapsed: elapsed)
    var text = cut(progress, width) + "\n"
    let counts = summary.classes.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
    text += cut(counts.map { "\($0.key.rawValue) \($0.value)" }.joined(separator: "  "), width) + "\n"
    for feed in recent {
      let word = feed.finding.verdict.verdictClass.rawValue
      let rest =
        " \(OneLine.shortened(feed.entry.title, to: 32))  \(OneLine.shortened(feed.finding.verdict.evidence, to: 60))"
      let padded = word + String(repeating: " ", count: max(0, 14 - word.utf8.count))
      text += style.mark(padded, feed.finding.verdict.meaning) + cut(rest, width - 14) + "\n"
    }
    return text
  }

  private static func cut(_ text: String, _ width: Int) -> String { String(text.prefix(max(10, width - 1))) }
}

extension Verdict {
  /// The style of the verdict.
  var meaning: Style.Meaning {
    switch isUp {
    case true?: verdictClass.isNotable ? .doubtful : .good
    case false?: .bad
    case nil: .doubtful
    }
  }
}

extension VerdictClass {
  /// Whether text reports list feeds with this verdict.
  var isNotable: Bool { self != .ok && self != .notModified }
}
