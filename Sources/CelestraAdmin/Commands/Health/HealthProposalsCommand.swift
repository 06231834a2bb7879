import ArgumentParser
import CloudKitRecords
import FeedHealth

struct HealthProposalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proposals",
    abstract: "Suggest fixes from probe results: new addresses, removed feeds, and empty fields.",
    discussion: """
      new-url, https: a permanent redirect for at least a day, to items of the last reading before the move or to the \
      same address apart from https and www. deactivate: gone (410) twice, or not found (404) for 14 days. duplicate: \
      redirects to the address of another feed. fill-missing: a field that is empty in the catalog and known from the \
      feed. Nothing is changed without --apply, which skips fields that have changed in the meantime.
      """)

  @Option(
    help: ArgumentHelp("Kind of proposal to list. Repeatable. (default: all)", valueName: "kind"))
  var kind: [FeedProposal.Kind] = []

  @Flag(help: "Apply the proposals.")
  var apply = false

  @OptionGroup var history: HistoryOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let opened = try OpenedContainer(container, for: apply ? .writing : .reading)
    let kinds = Set(kind.isEmpty ? FeedProposal.Kind.allCases : kind)
    var run = ProposalRun(opened.reader, history: try history.openForReading(for: opened.name), kinds: kinds)
    try await run.find()
    if apply { try await run.apply() }
    try output.write(HealthProposalsReport(container: opened.name, isApplied: apply, run: run))
    try (run.changes.failed > 0 ? ExitStatus.answerIsNo : .done).exit()
  }
}

extension FeedProposal.Kind: ExpressibleByArgument {}
