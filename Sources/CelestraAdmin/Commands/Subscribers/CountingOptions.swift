import ArgumentParser
import CloudKitRecords
import Diagnostics
import Scoring

/// Options for the source of counts and their publication.
struct CountingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "File of counts to use instead of FeedSubscription records: CSV, NDJSON, or JSON with counts per feed, imports "
        + "per collection, or events to count distinctly.", valueName: "file"))
  var counts: String?

  @Flag(
    help: ArgumentHelp(
      "Accept a file with email addresses, IP addresses, or CloudKit user record names. They are hashed in memory "
        + "with a key that is discarded after the run."))
  var allowIdentifiers = false

  @Option(help: "Smallest count to publish; 1 publishes all counts.")
  var minimum: Int = 5

  @Option(help: "Rounding of published counts: coarse or none.")
  var rounding: PublicationRule.Rounding = .coarse

  @Option(
    help: ArgumentHelp(
      "Publication period, such as 2026-W47. Each count is published once per period. (default: the current day)",
      valueName: "id"))
  var period: String?

  @Option(help: "Maximum feeds per table in text.")
  var limit: Int = 20

  func validate() throws {
    if minimum < 1 { throw ValidationError("--minimum must be 1 or more, not \(minimum)") }
    if limit < 0 { throw ValidationError("--limit must be 0 or more, not \(limit)") }
    if let period, !PublicationPeriod.isValid(period) {
      throw ValidationError("--period accepts up to 32 letters, digits, '-', '.', and '_', such as 2026-W47")
    }
    if allowIdentifiers, counts == nil { throw ValidationError("--allow-identifiers requires --counts FILE") }
  }

  /// Counts the subscriptions in a container, and publishes the counts unless it is a dry run.
  func report(
    _ command: String, of opened: ContainerOptions.Opened, asOf: Timestamp, isDryRun: Bool, isListed: Bool
  ) async throws -> SubscribersReport {
    let file = try counts.map(read)
    let rule = PublicationRule(minimum: minimum, rounding: rounding)
    let period = period ?? PublicationPeriod.day(of: asOf)
    let progress = ProgressLine()
    defer { progress.end() }
    var items: [SubscribersReport.Item] = []
    var statistics = SubscriberStatistics(kept: limit)
    var run = SubscriberRun(
      opened.reader, from: file.map { .table($0.table) } ?? .subscriptions, publishing: rule, period: period,
      isDryRun: isDryRun)
    try await run.run {
      statistics.add($0)
      // Text lists few feeds. A catalogue may have a million.
      if isListed, let item = SubscribersReport.Item($0, rule) { items.append(item) }
    } progress: {
      progress.update("feeds counted", done: $0.feeds, of: nil)
    }
    return SubscribersReport(
      command: command, container: opened.name, asOf: asOf, isDryRun: isDryRun, rule: rule, period: period,
      remembersPeriods: run.remembersPeriods, file: file, run: run.summary,
      statistics: statistics, items: items, findings: findings(file))
  }

  /// Reads the file of counts and prints its findings.
  private func read(_ path: String) throws -> CountFile {
    var reader = CountFileReader(name: path, allowsIdentifiers: allowIdentifiers)
    try InputChunks.read(path) { reader.read($0) }
    reader.finish()
    Terminal.standardError.write(findings(reader.file).text(Style(.auto, for: .standardError)))
    if reader.file.isRefused { throw CommandFailure("cannot use the counts in \(path); fix the errors above") }
    return reader.file
  }

  /// Returns the findings without source lines, which may contain personal data.
  private func findings(_ file: CountFile?) -> Findings {
    var findings = Findings()
    findings.add(file?.diagnostics ?? [])
    return findings
  }
}

extension PublicationRule.Rounding: ExpressibleByArgument {}
