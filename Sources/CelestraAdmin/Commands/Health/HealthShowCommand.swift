import ArgumentParser
import Catalog
import CommandLineTool
import Curation
import FeedHealth
import ProbeHistory

struct HealthShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show why a feed fails and since when: its timeline, from the probe history.",
    discussion: """
      The timeline has a line per state: up; failing; replaced (the address served another feed); moved (its address \
      redirects permanently); unread (robots.txt or a bot wall forbids to look); unprobed (no probe for 45 days).
      """)

  @Argument(help: "Feed: its URL, record name, or title.")
  var feed: String

  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<DocumentFormats>

  func run() async throws {
    let opened = try container.open(for: .reading)
    let name = try await CatalogFinder(opened.reader).feedName(feed)
    let probes = try history.openIfPresent(for: opened.container) ?? .inMemory()
    let (past, problems) = try await FeedPast.read(name, opened.reader, history: probes, asOf: clock.asOf)
    guard let past else {
      throw CommandFailure("cannot read '\(feed)': \(problems.map(\.description).joined(separator: "; "))")
    }
    try output.write(HealthShowReport(container: opened.name, past: past))
  }
}
