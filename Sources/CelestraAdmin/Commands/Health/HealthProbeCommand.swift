import ArgumentParser
import CommandLineTool
import FeedHealth

struct HealthProbeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Fetch due feeds and record their health.",
    discussion: """
      A feed is due after half its usual interval between articles, at least 15 minutes and at most --max-interval, or \
      after the interval its publisher asks for. Failures extend the interval up to 7 days. If most probes fail the same way, as without a network, the run stops, and no failure \
      is recorded.
      """)

  @OptionGroup var options: ProbeOptions

  func validate() throws { try options.fetching.checkContact() }

  func run() async throws {
    let opened = try options.opened()
    let selection = try await ProbeSelection(options.selecting, in: opened)
    let report = try await options.fetch(selection, of: opened)
    try options.output.write(report)
    report.failure.map { Terminal.reportFailure($0, of: opened.name) }
    try report.status.exit()
  }
}
