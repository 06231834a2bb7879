import ArgumentParser
import CloudKitRecords
import Diagnostics
import Scoring

/// Where counts come from, and what is published of them.
struct CountingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take counts from a file instead of FeedSubscription records: CSV, NDJSON or JSON of feeds and counts, of "
        + "collections and imports, or of events to be counted distinct.", valueName: "file"))
  var counts: String?

  @Flag(
    help: ArgumentHelp(
      "Take a file that holds e-mail addresses, IP addresses or CloudKit user record names: they are hashed in memory "
        + "with a key that dies with the run."))
  var allowIdentifiers = false

  @Option(help: "The smallest count that is published; 1 publishes all.")
  var minimum: Int = 5

  @Option(help: "How what is published is rounded: coarse or none.")
  var rounding: PublicationRule.Rounding = .coarse

  @Option(
    help: ArgumentHelp(
      "The period the counts are published for, such as 2026-W47; each feed's once. (default: the day)",
      valueName: "id"))
  var period: String?

  @Option(help: "How many feeds and movers to list in text.")
  var limit: Int = 20

  func validate() throws {
    if minimum < 1 { throw ValidationError("--minimum is 1 or more, not \(minimum)") }
    if limit < 0 { throw ValidationError("--limit is 0 or more, not \(limit)") }
    if let period, !PublicationPeriod.isValid(period) {
      throw ValidationError("--period wants up to 32 letters, digits, '-', '.' and '_', such as 2026-W47")
    }
    if allowIdentifiers, counts == nil { throw ValidationError("--allow-identifiers is about --counts; name a file") }
  }

  /// Counts a container's feeds, and writes what is published unless it is a dry run.
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
      // Text shows few feeds, and a catalogue may have a million.
      if isListed, let item = SubscribersReport.Item($0, rule) { items.append(item) }
    } progress: {
      progress.update("feeds counted", done: $0.feeds, of: nil)
    }
    return SubscribersReport(
      command: command, container: opened.name, asOf: asOf, isDryRun: isDryRun, rule: rule, period: period,
      remembersPeriods: run.remembersPeriods, file: file.map(SubscribersReport.CountedFile.init), run: run.summary,
      statistics: statistics, items: items, findings: findings(file))
  }

  /// Reads the file of counts; what is wrong in it is told.
  private func read(_ path: String) throws -> CountFile {
    var reader = CountFileReader(name: path, allowsIdentifiers: allowIdentifiers)
    try InputChunks.read(path) { reader.read($0) }
    reader.finish()
    Terminal.standardError.write(findings(reader.file).text(Style(.auto, for: .standardError)))
    if reader.file.isRefused { throw CommandFailure("\(path) cannot be used for counts; see above") }
    return reader.file
  }

  /// No line of the file is among them: it may name people.
  private func findings(_ file: CountFile?) -> Findings {
    var findings = Findings()
    findings.add(file?.diagnostics ?? [])
    return findings
  }
}

extension PublicationRule.Rounding: ExpressibleByArgument {}
