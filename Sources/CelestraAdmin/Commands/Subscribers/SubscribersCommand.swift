import ArgumentParser
import Catalog
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics
import FeedHealth
import Scoring

struct SubscribersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribers",
    abstract: "Count subscriptions and publish the counts.",
    discussion: """
      Counts below --minimum are published as 0. Counts below 100 are rounded to the nearest 5, greater ones to two \
      significant digits. The count of a feed is published once per period. Only counts are stored, never subscribers.
      """)

  @Flag(help: "Show what would be written, but write nothing.")
  var dryRun = false

  @Flag(
    help: ArgumentHelp(
      "Report the counts to publish: totals, changes, categories, suppressed counts, and missing feeds. Writes nothing."
    ))
  var report = false

  @Option(
    help: ArgumentHelp(
      "File of counts to use instead of FeedSubscription records: CSV or JSON Lines in UTF-8, with counts per feed, "
        + "imports per collection, or events to count distinctly.", valueName: "file"), completion: .file())
  var counts: String?

  @Flag(
    help: ArgumentHelp(
      "Accept a file with email addresses, IP addresses, or CloudKit user record names. They are hashed in memory "
        + "with a key that is discarded after the run.", visibility: .hidden))
  var allowIdentifiers = false

  @Option(help: ArgumentHelp("Smallest count to publish; 1 publishes all counts.", valueName: "n"))
  var minimum: Int = 5

  @Option(help: ArgumentHelp("Rounding of published counts: coarse or none.", valueName: "kind", visibility: .hidden))
  var rounding: PublicationRule.Rounding = .coarse

  @Option(
    help: ArgumentHelp(
      "Publication period, such as 2026-W47. Each count is published once per period. (default: the current day)",
      valueName: "id"))
  var period: String?

  @Option(help: ArgumentHelp("Maximum feeds per table in text; 0 for all.", valueName: "n"))
  var limit: Int = 20

  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TabularFormats>

  func validate() throws {
    if minimum < 1 { throw ValidationError("--minimum must be 1 or more, not \(minimum)") }
    if let period, !PublicationPeriod.isValid(period) {
      throw ValidationError("--period accepts up to 32 letters, digits, '-', '.', and '_', such as 2026-W47")
    }
    if allowIdentifiers, counts == nil { throw ValidationError("--allow-identifiers requires --counts FILE") }
  }

  func run() async throws {
    let isDryRun = dryRun || report
    let file = try countFile()
    let asOf = clock.asOf
    let opened = try await container.open(isDryRun: isDryRun) { opened, show in
      var preview = try newRun(in: opened, file, asOf: asOf, isDryRun: true)
      try await preview.run(planned: show)
    }
    if file == nil, !isDryRun { try await requireVisible(in: opened, asOf: asOf) }
    let counted = try await publish(in: opened, file, asOf: asOf, isDryRun: isDryRun)
    let isComplete = counted.run.changes.failed == 0 && !counted.findings.has(atLeast: .error)
    try output.write(counted, exit: isComplete || report ? .done : .answerIsNo)
  }

  /// Reads the file of counts and reports its findings; `nil` if the subscriptions are to be counted.
  private func countFile() throws -> CountFile? {
    guard let counts else { return nil }
    let file = CountFileReader.read(try InputFile.read(counts), allowsIdentifiers: allowIdentifiers)
    Terminal.standardError.write(Findings(file.diagnostics).text(Style(.auto, for: .standardError)))
    if file.isRefused { throw CommandFailure("cannot use the counts in \(counts); fix the errors above") }
    return file
  }

  private var rule: PublicationRule { PublicationRule(minimum: minimum, rounding: rounding) }

  private func publicationPeriod(_ asOf: Timestamp) -> String { period ?? asOf.day }

  private func newRun(
    in opened: ContainerHandle, _ file: CountFile?, asOf: Timestamp, isDryRun: Bool
  ) throws -> SubscriberRun {
    try SubscriberRun(
      opened.reader, from: file?.table, publishing: rule, period: publicationPeriod(asOf), isDryRun: isDryRun)
  }

  /// Checks that the published counts do not become 0 because the key sees no subscription.
  /// - Throws: the end of the command with exit status 1, so that the jobs after it run.
  private func requireVisible(in opened: ContainerHandle, asOf: Timestamp) async throws {
    let name = CatalogTable.subscriptions.recordType
    guard opened.isCloud, opened.schema.recordType(named: name)?.isReadableByAll == false else { return }
    let one = Query(name, desiredFields: [], limit: 1)
    guard try await opened.store.records(of: one, atMost: 1).isEmpty else { return }
    var preview = try newRun(in: opened, nil, asOf: asOf, isDryRun: true)
    try await preview.run()
    guard preview.summary.subscriptions == 0, preview.summary.unsubscribed > 0 else { return }
    Terminal.report(
      error:
        "nothing was written: no \(name) is visible, and the counts of \(preview.summary.unsubscribed.of("feed")) would"
        + " become 0; give the key a role with READ, or, if all readers have left, publish a file of zeros with --counts\n"
    )
    throw ExitStatus.answerIsNo.code
  }

  /// Counts the subscribers of all feeds, and publishes the counts unless it is a dry run.
  private func publish(
    in opened: ContainerHandle, _ file: CountFile?, asOf: Timestamp, isDryRun: Bool
  ) async throws -> SubscribersReport {
    let progress = ProgressLine()
    var feeds: [SubscriberCount] = []
    var statistics = SubscriberStatistics(kept: limit.asLimit)
    var keeper = NumberKeeper(.subscribers, in: isDryRun ? nil : history, of: opened.container, asOf: asOf)
    var run = try newRun(in: opened, file, asOf: asOf, isDryRun: isDryRun)
    try await run.run {
      statistics.add($0)
      keeper.add($0.published, of: $0.entry.recordName)
      // Text shows few feeds. A catalog may have a million.
      if !output.isTextOnly, $0.counted > 0 || $0.isChanged { feeds.append($0) }
    } progress: {
      progress.update("feeds counted", done: $0.feeds, of: nil)
      await keeper.store()
    }
    await keeper.store(total: run.summary.published, of: run.summary.publishedFeeds)
    return SubscribersReport(
      command: report ? SubscribersReport.full : "subscribers", container: opened.name, asOf: asOf, isDryRun: isDryRun,
      rule: rule, period: publicationPeriod(asOf), remembersPeriods: run.remembersPeriods, file: file, run: run.summary,
      statistics: statistics, feeds: feeds, findings: Findings(file?.diagnostics ?? []),
      historyProblem: keeper.problem)
  }
}

extension PublicationRule.Rounding: ExpressibleByArgument {}
