import Catalog
import FeedHealth
import HTMLPage

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

  static func text(
    _ summary: ProbeSummary, _ recent: [ProbedFeed], elapsed: Duration, width: Int, _ style: Style
  ) -> String {
    let progress = ProgressLine.text("feeds probed", done: summary.probed, of: summary.selected, elapsed: elapsed)
    let counts = summary.classes.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
    let verdicts = counts.map { "\($0.key.rawValue) \($0.value)" }.joined(separator: "  ")
    let table = ReportTable(
      "", [.text("verdict"), .text("feed", width: 32), .text("evidence", width: max(10, width - 52))],
      rows: recent.map { feed in
        let verdict = feed.finding.verdict
        return [
          .init(verdict.verdictClass.rawValue, verdict.meaning), .init(feed.entry.title), .init(verdict.evidence),
        ]
      })
    return [progress, verdicts].map { $0.prefix(max(10, width - 1)) + "\n" }.joined() + table.text(style)
  }
}

extension Verdict {
  /// The meaning of the verdict in reports.
  var meaning: HTMLPage.Meaning { isUp == false ? .bad : verdictClass.isNotable || isUp == nil ? .doubtful : .good }
}

extension VerdictClass {
  /// Whether text reports list feeds with this verdict.
  var isNotable: Bool { self != .ok && self != .notModified }
}
