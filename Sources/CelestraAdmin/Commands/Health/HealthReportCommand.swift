import ArgumentParser
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth
import Foundation
import Notation

struct HealthReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Report the health of all feeds: totals, categories, hosts, failing feeds, and changes.",
    discussion: """
      critical (down): 5 or more consecutive failures, or 2 or more over 7 days; warning: 3 or more; degraded: at most \
      80% of the last 30 days' fetches succeeded; healthy: more than 80%; unknown: never fetched. The exit code is 0 unless --fail-on or --max-down is exceeded.
      """)

  @Option(
    help: ArgumentHelp(
      "Exit with 1 if a feed is at this level or worse.", valueName: "level"))
  var failOn: HealthLevel?

  @Option(help: ArgumentHelp("Exit with 1 if more than this share of feeds is down, such as 5%.", valueName: "percent"))
  var maxDown: Percentage?

  @Option(
    help: ArgumentHelp(
      "Report changes since a date or a time ago, such as 7d; the probe history knows them.", valueName: "date"),
    transform: PeriodStart.read)
  var since: PeriodStart?

  @Option(
    help: ArgumentHelp("Earlier report, written with --format json, since which to report changes.", valueName: "file"),
    completion: .file())
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Maximum feeds to list, worst first; 0 for all. (default: 50 in text, 2000 in other formats)", valueName: "n"))
  var limit: Int?

  @OptionGroup var telling: TellingOptions
  @OptionGroup var ping: PingOptions

  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<HealthFormats>

  func validate() throws {
    if since != nil, against != nil { throw ValidationError("use --since or --against, not both") }
  }

  func run() async throws {
    try await ping.around(telling.network.notices) { try await report() }
  }

  private func report() async throws {
    let earlier = try since?.time(asOf: clock.asOf) ?? against.map(Self.moment)
    try checkNotFuture(earlier)
    let opened = try container.open(for: .reading)
    let health = try await HealthReport.read(
      opened.reader, history: history.openIfPresent(for: opened.container), asOf: clock.asOf,
      limit: limit?.asLimit ?? 2000,
      since: earlier, by: telling.rules, loggingFrom: output.includes(.atom) ? min(earlier ?? monthAgo, monthAgo) : nil,
      proposing: proposing(opened), progress: ProgressLine.counting("feeds read"))
    let view = HealthReportView(container: opened.name, health: health, listed: limit?.asLimit ?? 50)
    // JSON, which the next run compares with, is written last: if the notice fails, that run tells of the same changes.
    let (others, json) = output.split(.json)
    try others?.write(view)
    try await telling.tell(view)
    try json?.write(view)
    let exceeded = exceededLimits(of: health)
    for limit in exceeded { Terminal.report(error: "\(opened.name): \(limit)\n") }
    try (exceeded.isEmpty ? ExitStatus.done : .answerIsNo).exit()
  }

  private var monthAgo: Timestamp {
    Timestamp(milliseconds: clock.asOf.milliseconds - Int64(HealthReportView.daysOfFeed) * 86_400_000)
  }

  /// Returns the run that finds what a page proposes; `nil` if no page is written.
  private func proposing(_ opened: ContainerHandle) throws -> ProposalRun? {
    guard output.includes(.html) else { return nil }
    let kinds = Set(FeedProposal.Kind.allCases).subtracting([.fillMissing])
    return try ProposalRun(opened.reader, history: history.openForReading(for: opened.container), kinds: kinds)
  }

  /// Refuses an earlier report from the future: after a clock that was wrong, changes would be lost silently.
  private func checkNotFuture(_ earlier: Timestamp?) throws {
    guard let earlier, earlier > clock.asOf else { return }
    guard let against else { throw ValidationError("--since is later than this report, which is of \(clock.asOf)") }
    throw CommandFailure(
      "\(against) is of \(earlier), after this report (\(clock.asOf)): a clock is or was wrong; pass --since"
        + " with the date of the last report that was right")
  }

  /// Returns how far the feeds exceed `--fail-on` and `--max-down`.
  private func exceededLimits(of health: HealthReport) -> [String] {
    let failing = failOn.flatMap { level -> String? in
      let found = health.totals.count(atLeast: level)
      return found > 0 ? "\(found) of \(health.feeds.of("feed")) \(level.rawValue) or worse (--fail-on)" : nil
    }
    let down = maxDown.flatMap { limit -> String? in
      let share = Percentage(share: health.shareDown)
      let feeds = "\(health.totals[.critical]) of \(health.feeds.of("feed")) down (\(share))"
      return health.shareDown > limit.share ? "\(feeds), limit \(limit) (--max-down)" : nil
    }
    return [failing, down].compactMap { $0 }
  }

  private static func moment(_ file: String) throws -> Timestamp {
    try SavedReport<EarlierReport>.read(file, of: "health report", "the health of feeds").asOf
  }

  /// A report without its contents, because the history knows the changes.
  private struct EarlierReport: Decodable {}
}

extension HealthLevel: ExpressibleByArgument {}
