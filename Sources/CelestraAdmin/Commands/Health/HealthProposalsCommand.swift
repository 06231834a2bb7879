import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import ConfigurationFile
import Curation
import Diagnostics
import FeedHealth
import Foundation

struct HealthProposalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proposals",
    abstract: "Suggest fixes from probe results: new addresses, removed feeds, and empty fields.",
    discussion: """
      replaced: the address serves another feed; nothing of it is stored until you decide. deactivate: gone (410) three times, not \
      found (404) for 14 days, or failing for 30. duplicate: redirects to another feed. new-url, https: a permanent redirect \
      for at least a day. reactivate: an inactive feed that works. fill-missing: a field that is empty in the catalog. \
      Nothing is changed without --apply or --write. replaced and reactivate need --only KIND alone.
      """)

  @Argument(help: "Seed files and folders to edit with --write. (default: seed)", completion: .file())
  var paths: [String] = []

  @Option(help: ArgumentHelp("Kind of proposal to list. Repeatable. (default: all)", valueName: "kind"))
  var only: [FeedProposal.Kind] = []

  @Option(help: ArgumentHelp("Kind of proposal not to list. Repeatable.", valueName: "kind", visibility: .hidden))
  var except: [FeedProposal.Kind] = []

  @Option(
    help: ArgumentHelp("Only a feed. Repeatable. (default: all)", valueName: "feed"))
  var feed: [String] = []

  @Flag(help: "Apply the listed proposals to the container.")
  var apply = false

  @Flag(help: "Write the listed proposals into the files that state the feeds.")
  var write = false

  @Option(
    help: ArgumentHelp("With --write: move removed feeds to this file, with date and reason.", valueName: "file"),
    completion: .file())
  var former: String?

  @Option(
    help: ArgumentHelp(
      "Dismiss the proposals in the texts of closed pull requests, as --format markdown writes them.",
      valueName: "file", visibility: .hidden), completion: .file())
  var dismissedIn: String?

  @Flag(help: ArgumentHelp("Do not list these proposals again until their reasons change."))
  var dismiss = false

  @Flag(help: ArgumentHelp("List dismissed proposals, too.", visibility: .hidden))
  var includeDismissed = false

  @OptionGroup var truth: ContainerOnlyOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextJSONAndMarkdown>

  func validate() throws {
    if apply, write { throw ValidationError("--apply changes the container, --write the files; use one of them") }
    if former != nil, !write { throw ValidationError("--former requires --write") }
    if !write, !paths.isEmpty { throw ValidationError("files are edited with --write only") }
    if !only.isEmpty, !except.isEmpty { throw ValidationError("use --only or --except, not both") }
    if dismiss, apply || write { throw ValidationError("use --dismiss or --apply and --write, not both") }
    if dismiss, only.isEmpty, feed.isEmpty { throw ValidationError("--dismiss requires --only KIND or --feed FEED") }
  }

  func run() async throws {
    if write, try container.configuration().truth == .container {
      throw CommandFailure("the configuration says 'truth: container'; apply the proposals with --apply")
    }
    let opened = try container.open(for: apply ? .writing : .reading, isPlanned: true)
    let kinds = only.isEmpty ? Set(FeedProposal.Kind.allCases).subtracting(except) : Set(only)
    var run = try await found(kinds, in: opened)
    let decided = kinds.filter { !$0.needsDecision || only.contains($0) }
    if apply { try await self.apply(&run, decided, to: opened) }
    // To dismiss a replaced feed is to accept another one.
    if dismiss { try await run.dismiss(kinds.filter { $0 != .replaced || only.contains($0) }) }
    var report = HealthProposalsReport(container: opened.name, isApplied: apply, isDismissed: dismiss, run: run)
    report.undecided = FeedProposal.Kind.allCases.filter { kinds.contains($0) && !decided.contains($0) }
    report.truth = try container.configuration().truth
    report.foldsFilled = kinds != [.fillMissing] && feed.isEmpty
    if write { report.files = try writeFiles(run.proposals.filter { decided.contains($0.kind) }, for: opened) }
    try output.write(report, exit: run.changes.status)
  }
}

extension HealthProposalsCommand {
  /// Finds the proposals, after the dismissal of those in closed pull requests.
  private func found(_ kinds: Set<FeedProposal.Kind>, in opened: ContainerHandle) async throws -> ProposalRun {
    let history =
      try dismiss || dismissedIn != nil
      ? history.open(for: opened.container) : history.openForReading(for: opened.container)
    var run = try ProposalRun(opened.reader, history: history, kinds: kinds, includesDismissed: includeDismissed)
    try await run.find(feed.isEmpty ? nil : Set(try await opened.feeds(named: feed)))
    let removed = try SeedFiles(knownFormer, taking: SeedKind.allCases, isStrict: false).seeds.removedFeeds
    if !removed.isEmpty {
      // A list can have taken a feed back.
      let stated = try Set(
        SeedFiles(edited, taking: SeedKind.allCases, isStrict: false).seeds.feeds.compactMap {
          try? FeedURL($0.feedURL).key
        })
      run.leaveOut { removed.contains(address: $0.address) && !stated.contains(address: $0.address) }
    }
    if let dismissedIn {
      let text = try InputFile.read(dismissedIn)
      try await run.dismiss(HealthProposalsReport.ids(in: String(decoding: text.bytes, as: UTF8.self)))
    }
    return run
  }

  private func apply(
    _ run: inout ProposalRun, _ kinds: Set<FeedProposal.Kind>, to opened: ContainerHandle
  ) async throws {
    let planned = try await run.planned(kinds)
    try await truth.check(planned, of: opened, container.configuration())
    if !planned.isEmpty { try container.confirmWriting(showing: WritePreview(of: opened.container, planned).text()) }
    try await run.apply(kinds)
  }

  /// The files to edit.
  private var edited: [String] {
    get throws { paths.isEmpty ? [try container.configuration().seeds] : paths }
  }

  /// The file of former feeds, if it exists.
  private var knownFormer: [String] {
    former.flatMap { FileManager.default.fileExists(atPath: $0) ? [$0] : nil } ?? []
  }

  private func writeFiles(_ proposals: [FeedProposal], for opened: ContainerHandle) throws -> WrittenProposals {
    return try WrittenProposals(
      proposals, to: edited + knownFormer, layout: try opened.layout,
      former: former, asOf: clock.asOf)
  }
}

extension FeedProposal.Kind: ExpressibleByArgument {}
