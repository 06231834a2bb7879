import ArgumentParser
import Catalog
import CloudKitRecords
import FeedHealth

/// `health proposals`: what the probes speak for, and with `--apply` its doing.
struct HealthProposalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proposals",
    abstract: "List what the probes speak for: new addresses, feeds that are gone, empty fields; change nothing.",
    discussion: """
      new-url and https: a permanent redirect seen for a day, to the same items. deactivate: gone (410) twice, or not \
      found (404) for 14 days. duplicate: moved to where another feed is. fill-missing: the feed says of itself what \
      the catalogue does not. --apply does what is listed, each field only where it still holds what it held.
      """)

  @Option(
    help: ArgumentHelp("Only this kind; repeat it for several. (default: all)", valueName: "kind"))
  var kind: [FeedProposal.Kind] = []

  @Flag(help: "Do what is proposed.")
  var apply = false

  @OptionGroup var history: HistoryOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let opened = try apply ? container.openExisting() : container.openForReading()
    let kinds = Set(kind.isEmpty ? FeedProposal.Kind.allCases : kind)
    var run = ProposalRun(opened.reader, history: try history.openForReading(for: opened.name), kinds: kinds)
    try await run.find()
    if apply { try await run.apply() }
    try output.write(HealthProposalsReport(container: opened.name, isApplied: apply, run: run))
    try (run.changes.failed > 0 ? ExitStatus.answerIsNo : .done).exit()
  }
}

extension FeedProposal.Kind: ExpressibleByArgument {}
