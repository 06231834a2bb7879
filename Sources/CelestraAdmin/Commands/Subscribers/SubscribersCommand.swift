import ArgumentParser
import CloudKitRecords
import Diagnostics
import Scoring

struct SubscribersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribers",
    abstract: "Count subscriptions and publish the counts in feeds and their metadata.",
    usage: """
      celestra-admin subscribers [--counts <file>] [--dry-run] [<options>]
      celestra-admin subscribers report [--counts <file>] [<options>]
      """,
    subcommands: [SubscribersCountCommand.self, SubscribersReportCommand.self],
    defaultSubcommand: SubscribersCountCommand.self)
}

struct SubscribersCountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "count",
    abstract: "Count subscriptions and publish the counts (the default).",
    discussion: """
      Counts below --minimum are published as 0. Counts below 100 are rounded to the nearest 5, greater ones to two \
      significant digits. The count of a feed is published once per period. Only counts are stored, never subscribers.
      """)

  @Flag(help: "Show what would be written, but write nothing.")
  var dryRun = false

  @OptionGroup var counting: CountingOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TabularFormats>

  func run() async throws {
    let opened = try OpenedContainer(container, for: dryRun ? .reading : .writing)
    let report = try await SubscriberCounting(
      command: "subscribers", options: counting, asOf: clock.asOf, isDryRun: dryRun, isListed: !output.isTextOnly
    ).report(of: opened)
    try output.write(report)
    let isComplete = report.run.changes.failed == 0 && !report.findings.has(atLeast: .error)
    try (isComplete ? ExitStatus.done : .answerIsNo).exit()
  }
}

struct SubscribersReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Report the counts to publish: totals, changes, categories, suppressed counts, and missing feeds.")

  @OptionGroup var counting: CountingOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TabularFormats>

  func run() async throws {
    let report = try await SubscriberCounting(
      command: "subscribers report", options: counting, asOf: clock.asOf, isDryRun: true, isListed: !output.isTextOnly
    ).report(of: OpenedContainer(container, for: .reading))
    try output.write(report)
  }
}
