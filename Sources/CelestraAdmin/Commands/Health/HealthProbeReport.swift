import Catalog
import CloudKitRecords
import Diagnostics
import FeedHealth
import HTMLPage

/// The results of a run of probes.
struct HealthProbeReport: Report {
  let command = "health probe"
  let container: String
  let asOf: Timestamp?
  let isDryRun: Bool
  let run: ProbeSummary
  /// The probed feeds.
  let items: [Item]

  /// A probed feed.
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
      "up": run.up, "down": run.down, "unknown": run.unknown, "putOff": run.postponed, "written": run.changes.written,
      "failed": run.changes.failed,
      "classes": Dictionary(uniqueKeysWithValues: run.classes.map { ($0.key.rawValue, $0.value) }),
      "stopped": run.stop.map(Self.message), "problems": [ReportedProblem](run.problems, run.changes),
    ]
  }

  var status: ExitStatus {
    if run.stop != nil { return .failed }
    return run.changes.failed > 0 ? .answerIsNo : .done
  }

  private static func message(_ stop: ProbeSummary.Stop) -> String {
    switch stop {
    case .interrupted(let unproven):
      "interrupted; finished probes are saved\(exception(unproven)); run the command again to continue"
    case .outage(let kind, let failed, let all):
      "\(failed) of \(all) probes failed the same way: \(kind.rawValue); this machine seems to have no network, so "
        + "nothing was written"
    case .lost(let unproven):
      "hosts that answered earlier no longer respond; this machine seems to have lost its network; finished probes are "
        + "saved\(exception(unproven))"
    }
  }

  private static func exception(_ unproven: Int) -> String {
    unproven == 0 ? "" : ", except \(unproven.of("failure")) that this machine may have caused"
  }

  func text(_ style: Style) -> String {
    var text = [ReportedProblem](run.problems, run.changes).text(style)
    text += "\(container): \(run.feeds.of("feed")), \(run.due) due, "
    text += "\(run.probed) probed"
    if run.postponed > 0 { text += ", \(run.postponed) postponed at the request of their hosts" }
    text += run.probed == 0 ? "\n" : ": \(run.up) up, \(run.down) down, \(run.unknown) unknown\n"
    if let reason = run.stop.map(Self.message) { text += style.mark("stopped", .bad) + ": \(reason)\n" }
    if isDryRun { text += "dry run: nothing was written\n" }
    if run.changes.failed > 0 { text += "\(run.changes.failed) changes could not be written\n" }
    guard run.probed > 0 else { return text }
    return text + "\n" + classes(style) + notableFeeds(style)
  }

  private func classes(_ style: Style) -> String {
    let counts = VerdictClass.allCases.compactMap { verdict in run.classes[verdict].map { (verdict.rawValue, $0) } }
    return ReportTable(
      "Verdicts", [.text("verdict"), .number("feeds")], rows: counts.map { [.init($0), .number($1)] }
    ).text(style)
  }

  private func notableFeeds(_ style: Style) -> String {
    let feeds = items.filter { VerdictClass(rawValue: $0.verdict)?.isNotable ?? true }
      .sorted { ($0.verdict, $0.title, $0.recordName) < ($1.verdict, $1.title, $1.recordName) }
    if feeds.isEmpty { return "" }
    let table = ReportTable(
      "Feeds", [.text("verdict"), .text("level"), .text("feed", width: 40), .text("evidence", width: 90)],
      rows: feeds.prefix(Self.rowsShown).map { item in
        [
          .init(item.verdict, item.up == false ? .bad : .doubtful), .init(item.level), .init(item.title),
          .init(item.evidence),
        ]
      })
    let more = feeds.count - table.rows.count
    return "\n" + table.text(style) + (more > 0 ? "and \(more) more; --format json lists them\n" : "")
  }

  private static let rowsShown = 100
}
