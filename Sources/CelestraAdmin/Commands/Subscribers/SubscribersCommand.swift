import ArgumentParser
import Catalog
import CloudKitRecords
import Scoring

/// `subscribers`: counts subscriptions into the feeds.
struct SubscribersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribers",
    abstract: "Count subscriptions into the feeds and their metadata.",
    discussion: """
      Counts below --minimum are published as 0; the others are rounded to the nearest 5 below 100, and to two digits \
      from there. Only counts are kept, never who subscribes.
      """)

  @Option(help: "The smallest count that is published; 1 publishes all.")
  var minimum: Int = 5

  @Option(help: "How what is published is rounded: coarse or none.")
  var rounding: PublicationRule.Rounding = .coarse

  @Flag(help: "Show what would be written, write nothing.")
  var dryRun = false

  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func validate() throws {
    if minimum < 1 { throw ValidationError("--minimum is 1 or more, not \(minimum)") }
  }

  func run() async throws {
    let report = try await count(asOf: clock.asOf)
    try output.write(report)
    try (report.run.changes.failed > 0 ? ExitStatus.answerIsNo : .done).exit()
  }

  private func count(asOf: Timestamp) async throws -> SubscribersReport {
    let opened = try dryRun ? container.openForReading() : container.openExisting()
    let rule = PublicationRule(minimum: minimum, rounding: rounding)
    let progress = ProgressLine()
    defer { progress.end() }
    var items: [SubscribersReport.Item] = []
    var run = SubscriberRun(opened.reader, publishing: rule, isDryRun: dryRun)
    try await run.run {
      if let item = SubscribersReport.Item($0, rule) { items.append(item) }
    } progress: {
      progress.update("feeds counted", done: $0.feeds, of: nil)
    }
    return SubscribersReport(
      container: opened.name, asOf: asOf, isDryRun: dryRun, rule: rule, run: run.summary, items: items)
  }
}

extension PublicationRule.Rounding: ExpressibleByArgument {}
