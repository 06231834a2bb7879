import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth
import HTMLPage

struct HealthProbeReport {
  let container: String
  let asOf: Timestamp?
  let isDryRun: Bool
  let run: ProbeSummary
  let items: [EncodableObject]
  /// The feeds that failed or whose verdict has changed.
  let news: [ProbedFeed]

  private static let rowsShown = 100

  static func item(_ feed: ProbedFeed) -> EncodableObject {
    let verdict = feed.finding.verdict
    return [
      "recordName": feed.entry.recordName.rawValue, "title": feed.entry.title,
      "feedURL": FeedURL.redacted(feed.entry.feedURL), "verdict": verdict.verdictClass.rawValue, "up": verdict.isUp,
      "permanent": verdict.isPermanent, "evidence": verdict.evidence, "httpStatus": feed.finding.status,
      "seconds": (feed.finding.seconds * 1000).rounded() / 1000, "movedTo": feed.finding.movedTo?.redacted,
      "level": feed.level.rawValue, "isActive": feed.entry.isActive, "isNews": feed.isNews,
    ]
  }

  var summary: EncodableObject {
    [
      "container": container, "dryRun": isDryRun, "feeds": run.feeds, "due": run.due, "inactive": run.inactive,
      "probed": run.probed, "up": run.up, "down": run.down, "unknown": run.unknown, "putOff": run.postponed,
      "written": run.changes.written,
      "failed": run.changes.failed,
      "classes": Dictionary(uniqueKeysWithValues: run.classes.map { ($0.key.rawValue, $0.value) }),
      "stopped": run.stop.map(Self.message), "problems": [ReportedProblem](run.problems, run.changes),
    ]
  }

  var status: ExitStatus {
    run.stop == nil ? run.changes.status : .failed
  }

  /// Why the run did not do its work; `nil` if it did.
  var failure: String? {
    let failed = run.changes.failed
    return run.stop.map(Self.message) ?? (failed > 0 ? "\(failed.of("change")) could not be written" : nil)
  }

  private static func message(_ stop: ProbeSummary.Stop) -> String {
    switch stop {
    case .interrupted:
      "interrupted; probes with an answer are saved; run the command again to continue"
    case .outage(let kind, let failed, let all):
      "\(failed) of \(all) probes failed the same way: \(kind.rawValue); this machine seems to have no network, so no "
        + "failure was recorded"
    }
  }

  func text(_ style: Style) -> String {
    var text = [ReportedProblem](run.problems, run.changes).text(style)
    text += "\(container): \(run.feeds.of("feed")), \(run.due) due, "
    text += "\(run.probed) probed"
    if run.inactive > 0 { text += " (\(run.inactive) inactive)" }
    if run.postponed > 0 { text += ", \(run.postponed) postponed at the request of their hosts" }
    text += run.probed == 0 ? "\n" : ": \(run.up) up, \(run.down) down, \(run.unknown) unknown\n"
    if let reason = run.stop.map(Self.message) { text += style.mark("stopped", .bad) + ": \(reason)\n" }
    if isDryRun { text += "dry run: nothing was written\n" }
    if run.changes.failed > 0 { text += "\(run.changes.failed.of("change")) could not be written\n" }
    guard run.probed > 0 else { return text }
    return text + "\n" + classes(style) + newsTable(style)
  }

  private func classes(_ style: Style) -> String {
    let counts = VerdictClass.allCases.compactMap { verdict in run.classes[verdict].map { (verdict.rawValue, $0) } }
    return ReportTable(
      "Verdicts", [.text("verdict"), .number("feeds")], rows: counts.map { [.init($0), .number($1)] }
    ).text(style)
  }

  /// A run every 15 minutes must not repeat each stale feed.
  private func newsTable(_ style: Style) -> String {
    func key(_ feed: ProbedFeed) -> (String, String, RecordName) {
      (feed.finding.verdict.verdictClass.rawValue, feed.entry.title, feed.entry.recordName)
    }
    let feeds = news.sorted { key($0) < key($1) }
    if feeds.isEmpty { return "" }
    let table = ReportTable(
      "Feeds", [.text("verdict"), .text("level"), .text("feed", width: 40), .text("evidence", width: 90)],
      rows: feeds.prefix(Self.rowsShown).map { feed in
        let verdict = feed.finding.verdict
        let isFine = verdict.verdictClass.finding == nil
        return [
          .init(verdict.verdictClass.rawValue, verdict.isUp == false ? .bad : isFine ? .good : .doubtful),
          .init(feed.level.rawValue), .init(feed.entry.title), .init(verdict.evidence),
        ]
      })
    let more = feeds.count - table.rows.count
    return "\n" + table.text(style) + (more > 0 ? "and \(more) more; --format json lists them\n" : "")
  }
}

/// The progress display of `update`: a line, or a live table with `--watch`.
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

  /// Clears the table. The line clears itself.
  func end() { if isTable { terminal.write(clear) } }

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
  var meaning: HTMLPage.Meaning {
    isUp == false ? .bad : verdictClass.finding != nil || isUp == nil ? .doubtful : .good
  }
}
