import CloudKitRecords
import Scoring

/// A count of a container's subscribers by a command.
struct SubscriberCounting {
  let command: String
  let options: CountingOptions
  let asOf: Timestamp
  /// Whether nothing is written.
  let isDryRun: Bool
  /// Whether the report lists every feed; text shows few feeds, and a catalogue may have a million.
  let isListed: Bool

  /// Counts the subscribers of all feeds, and publishes the counts unless it is a dry run.
  func report(of opened: OpenedContainer) async throws -> SubscribersReport {
    let file = try options.counts.map(read)
    let rule = PublicationRule(minimum: options.minimum, rounding: options.rounding)
    let period = options.period ?? PublicationPeriod.day(of: asOf)
    let progress = ProgressLine()
    defer { progress.end() }
    var items: [SubscribersReport.Item] = []
    var statistics = SubscriberStatistics(kept: options.limit)
    var run = SubscriberRun(
      opened.reader, from: file?.table, publishing: rule, period: period,
      isDryRun: isDryRun)
    try await run.run {
      statistics.add($0)
      if isListed, let item = SubscribersReport.Item($0, rule) { items.append(item) }
    } progress: {
      progress.update("feeds counted", done: $0.feeds, of: nil)
    }
    return SubscribersReport(
      command: command, container: opened.name, asOf: asOf, isDryRun: isDryRun, rule: rule, period: period,
      remembersPeriods: run.remembersPeriods, file: file, run: run.summary,
      statistics: statistics, items: items, findings: findings(file))
  }

  /// Reads the file of counts and reports its findings.
  private func read(_ path: String) throws -> CountFile {
    var reader = CountFileReader(name: path, allowsIdentifiers: options.allowIdentifiers)
    try InputFile.readChunks(path) { chunk, _ in reader.read(Array(chunk)) }
    reader.finish()
    Terminal.standardError.write(findings(reader.file).text(Style(.auto, for: .standardError)))
    if reader.file.isRefused { throw CommandFailure("cannot use the counts in \(path); fix the errors above") }
    return reader.file
  }

  /// The findings without lines of the file, which may name people.
  private func findings(_ file: CountFile?) -> Findings {
    var findings = Findings()
    findings.add(file?.diagnostics ?? [])
    return findings
  }
}
