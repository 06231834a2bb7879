import Catalog
import CloudKitRecords
import Diagnostics
import FeedHealth

/// What a run of probes found and did.
struct HealthProbeReport: Report {
  let command = "health probe"
  let container: String
  let asOf: Timestamp?
  let isDryRun: Bool
  /// The run's totals.
  let run: ProbeSummary
  /// The feeds probed.
  let items: [Item]

  /// One feed that was probed.
  struct Item: Encodable {
    let recordName, title, feedURL, verdict: String
    let up: Bool?
    let permanent: Bool
    let evidence: String
    let httpStatus: Int?
    let seconds: Double
    let movedTo: String?
    let level: String

    init(_ feed: ProbedFeed) {
      recordName = feed.entry.recordName.rawValue
      title = feed.entry.title
      feedURL = FeedURL.redacted(feed.entry.feedURL)
      verdict = feed.finding.verdict.verdictClass.rawValue
      up = feed.finding.verdict.isUp
      permanent = feed.finding.verdict.isPermanent
      evidence = feed.finding.verdict.evidence
      httpStatus = feed.finding.status
      seconds = (feed.finding.seconds * 1000).rounded() / 1000
      movedTo = feed.finding.movedTo?.redacted
      level = feed.level.rawValue
    }
  }

  /// The totals.
  struct Summary: Encodable {
    /// A feed that could not be read or written.
    struct Problem: Encodable {
      let recordName, reason: String
    }

    let container: String
    let dryRun: Bool
    let feeds, due, probed, up, down, unknown, putOff, written, failed: Int
    let classes: [String: Int]
    /// Why it ended before its time.
    let stopped: String?
    let problems: [Problem]
  }

  var summary: Summary {
    Summary(
      container: container, dryRun: isDryRun, feeds: run.feeds, due: run.due, probed: run.probed, up: run.up,
      down: run.down, unknown: run.unknown, putOff: run.putOff, written: run.changes.written,
      failed: run.changes.failed,
      classes: Dictionary(uniqueKeysWithValues: run.classes.map { ($0.key.rawValue, $0.value) }),
      stopped: run.stop.map(Self.words),
      problems: run.problems.map { Summary.Problem(recordName: $0.feed.rawValue, reason: $0.description) }
        + run.changes.failures.map { Summary.Problem(recordName: $0.recordName.rawValue, reason: $0.error.description) }
    )
  }

  /// How the run ended.
  var status: ExitStatus {
    if run.stop != nil { return .couldNot }
    return run.changes.failed > 0 ? .answerIsNo : .done
  }

  private static func words(_ stop: ProbeSummary.Stop) -> String {
    switch stop {
    case .interrupted(let unproven):
      "stopped before the end; what was probed is saved\(but(unproven)), run it again to go on"
    case .outage(let kind, let failed, let all):
      "\(failed) of \(all) probes failed alike: \(kind.rawValue); this machine seems to have no network, and none of them "
        + "was written"
    case .lost(let unproven):
      "hosts that answered before cannot be reached any more; this machine seems to have lost its network, and what was "
        + "probed is saved\(but(unproven))"
    }
  }

  private static func but(_ unproven: Int) -> String {
    unproven == 0 ? "" : " but for \(unproven.of("failure")) that may be this machine's"
  }

  func text(_ style: Style) -> String {
    let summary = summary
    var text = ""
    for problem in summary.problems.prefix(20) {
      text +=
        style.mark("problem", .bad) + "  \(problem.recordName): \(DisplayText.line(problem.reason, atMost: 200))\n"
    }
    text += "\(container): \(summary.feeds.of("feed")), \(summary.due) due, "
    text += "\(summary.probed) probed"
    if summary.putOff > 0 { text += ", \(summary.putOff) put off because their hosts asked for it" }
    text += summary.probed == 0 ? "\n" : ": \(summary.up) up, \(summary.down) down, \(summary.unknown) unknown\n"
    if let stopped = summary.stopped { text += style.mark("stopped", .bad) + ": \(stopped)\n" }
    if isDryRun { text += "dry run: nothing was written\n" }
    if summary.failed > 0 { text += "\(summary.failed) changes could not be written\n" }
    guard summary.probed > 0 else { return text }
    return text + "\n" + classes(style) + worthTelling(style)
  }

  private func classes(_ style: Style) -> String {
    var table = TextTable(.left("verdict"), .right("feeds"))
    let counts = VerdictClass.allCases.compactMap { word in run.classes[word].map { (word.rawValue, $0) } }
    for (word, count) in counts { table.add(word, String(count)) }
    return table.render(style)
  }

  private func worthTelling(_ style: Style) -> String {
    let told = items.filter { VerdictClass(rawValue: $0.verdict)?.isWorthTelling ?? true }
      .sorted { ($0.verdict, $0.title, $0.recordName) < ($1.verdict, $1.title, $1.recordName) }
    if told.isEmpty { return "" }
    var table = TextTable(.left("verdict"), .left("level"), .left("feed"), .left("evidence"))
    for item in told.prefix(Self.rowsShown) {
      table.add(
        item.verdict, item.level, DisplayText.line(item.title, atMost: 40), DisplayText.line(item.evidence, atMost: 90))
    }
    let shown = Array(told.prefix(Self.rowsShown))
    let text = table.render(style) { row, column in column > 0 ? nil : shown[row].up == false ? .bad : .doubtful }
    let more = told.count - shown.count
    return "\n" + text + (more > 0 ? "and \(more) more; --format json lists them\n" : "")
  }

  private static let rowsShown = 100
}
