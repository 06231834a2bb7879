import Catalog
import CloudKitRecords
import FeedHealth
import HTMLPage

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

  var summary: EncodableObject {
    [
      "container": container, "dryRun": isDryRun, "feeds": run.feeds, "due": run.due, "probed": run.probed,
      "up": run.up, "down": run.down, "unknown": run.unknown, "putOff": run.putOff, "written": run.changes.written,
      "failed": run.changes.failed,
      "classes": Dictionary(uniqueKeysWithValues: run.classes.map { ($0.key.rawValue, $0.value) }),
      "stopped": run.stop.map(Self.words), "problems": [ReportedProblem](run.problems, run.changes),
    ]
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
    var text = [ReportedProblem](run.problems, run.changes).text(style)
    text += "\(container): \(run.feeds.of("feed")), \(run.due) due, "
    text += "\(run.probed) probed"
    if run.putOff > 0 { text += ", \(run.putOff) put off because their hosts asked for it" }
    text += run.probed == 0 ? "\n" : ": \(run.up) up, \(run.down) down, \(run.unknown) unknown\n"
    if let stopped = run.stop.map(Self.words) { text += style.mark("stopped", .bad) + ": \(stopped)\n" }
    if isDryRun { text += "dry run: nothing was written\n" }
    if run.changes.failed > 0 { text += "\(run.changes.failed) changes could not be written\n" }
    guard run.probed > 0 else { return text }
    return text + "\n" + classes(style) + worthTelling(style)
  }

  private func classes(_ style: Style) -> String {
    let counts = VerdictClass.allCases.compactMap { word in run.classes[word].map { (word.rawValue, $0) } }
    return ReportTable(
      "Verdicts", [.text("verdict"), .number("feeds")], rows: counts.map { [.init($0), .number($1)] }
    ).text(style)
  }

  private func worthTelling(_ style: Style) -> String {
    let told = items.filter { VerdictClass(rawValue: $0.verdict)?.isWorthTelling ?? true }
      .sorted { ($0.verdict, $0.title, $0.recordName) < ($1.verdict, $1.title, $1.recordName) }
    if told.isEmpty { return "" }
    let table = ReportTable(
      "Feeds", [.text("verdict"), .text("level"), .text("feed", width: 40), .text("evidence", width: 90)],
      rows: told.prefix(Self.rowsShown).map { item in
        [
          .init(item.verdict, item.up == false ? .bad : .doubtful), .init(item.level), .init(item.title),
          .init(item.evidence),
        ]
      })
    let more = told.count - table.rows.count
    return "\n" + table.text(style) + (more > 0 ? "and \(more) more; --format json lists them\n" : "")
  }

  private static let rowsShown = 100
}
