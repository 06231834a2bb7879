import ArgumentParser
import CommandLineTool
import FeedHealth

/// Options of a run that fetches feeds: `update`, and `update --no-articles`, which is the same run without articles.
struct ProbeOptions: ParsableArguments {
  @OptionGroup var selecting: ProbeSelectionOptions

  @Flag(help: "Fetch and evaluate feeds, but write nothing.")
  var dryRun = false

  @Flag(help: "Show a live table on a terminal while fetching.")
  var watch = false

  @Option(
    help: ArgumentHelp("Delete probes from the history after this many days.", valueName: "days", visibility: .hidden))
  var historyDays = 365

  @OptionGroup(title: "Fetching") var fetching: FetchOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  func validate() throws {
    // The uptime needs the probes of these days.
    let days = RecentProbes.days...36_500
    if !days.contains(historyDays) {
      throw ValidationError(
        "--history-days must be between \(days.lowerBound) and \(days.upperBound), not \(historyDays)")
    }
  }

  func opened() throws -> ContainerHandle { try container.open(for: dryRun ? .reading : .writing) }
}
