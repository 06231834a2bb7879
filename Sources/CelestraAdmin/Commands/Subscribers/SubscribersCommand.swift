import ArgumentParser
import Catalog
import CloudKitRecords
import Diagnostics
import Scoring

/// `subscribers`: counts subscriptions into the feeds.
struct SubscribersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribers",
    abstract: "Count subscriptions into the feeds and their metadata.",
    usage: """
      celestra-admin subscribers [--counts <file>] [--dry-run] [<options>]
      celestra-admin subscribers report [--counts <file>] [<options>]
      """,
    subcommands: [SubscribersCountCommand.self, SubscribersReportCommand.self],
    defaultSubcommand: SubscribersCountCommand.self)
}

/// `subscribers`: counts, and writes what is published of the counts.
struct SubscribersCountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count",
    abstract: "Count, and write what is published; this is what subscribers does by itself.",
    discussion: """
      Counts below --minimum are published as 0; the others are rounded to the nearest 5 below 100, and to two digits \
      from there. A feed's count is published once a period. Only counts are kept, never who subscribes.
      """)

  @Flag(help: "Show what would be written, write nothing.")
  var dryRun = false

  @OptionGroup var counting: CountingOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TabularFormats>

  func run() async throws {
    let opened = try dryRun ? container.openForReading() : container.openExisting()
    let report = try await counting.report(
      "subscribers", of: opened, asOf: clock.asOf, isDryRun: dryRun, isListed: !output.isTextOnly)
    try output.write(report)
    let isWhole = report.run.changes.failed == 0 && !report.findings.has(atLeast: .error)
    try (isWhole ? ExitStatus.done : .answerIsNo).exit()
  }
}

/// `subscribers report`: totals, movers, what is suppressed, what has no feed. Writes nothing.
struct SubscribersReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Report what would be published: totals, movers, categories, suppressed counts, orphans.")

  @OptionGroup var counting: CountingOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TabularFormats>

  func run() async throws {
    let opened = try container.openForReading()
    try output.write(
      try await counting.report(
        "subscribers report", of: opened, asOf: clock.asOf, isDryRun: true, isListed: !output.isTextOnly))
  }
}
