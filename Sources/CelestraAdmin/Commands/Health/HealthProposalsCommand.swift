import ArgumentParser
import Catalog
import CloudKitRecords
import ConfigurationFile
import Diagnostics
import FeedHealth
import HTMLPage

struct HealthProposalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proposals",
    abstract: "Suggest fixes from probe results: new addresses, removed feeds, and empty fields.",
    discussion: """
      new-url, https: a permanent redirect for at least a day, to items of the last reading before the move or to the \
      same address apart from https and www. replaced: the address serves other items under another title or language, \
      or redirects to other items; nothing of it is stored until you decide: with --kind replaced, --apply deactivates \
      the feed, and --dismiss accepts what it serves now. deactivate: gone (410) twice, or not found (404) for 14 days. duplicate: \
      redirects to the address of another feed. fill-missing: a field that is empty in the catalog and known from the \
      feed. Nothing is changed without --apply, which skips fields that have changed in the meantime, or --write, which \
      edits the seed files that state the feeds.
      """)

  @Argument(help: "Seed files and folders to edit with --write. (default: seed)", completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Kind of proposal to list. Repeatable. (default: all)", valueName: "kind"))
  var kind: [FeedProposal.Kind] = []

  @Option(
    help: ArgumentHelp("Only a feed: its URL, record name, or title. Repeatable. (default: all)", valueName: "feed"))
  var feed: [String] = []

  @Flag(help: "Apply the proposals to the container; those of the kind replaced only with --kind replaced.")
  var apply = false

  @Flag(help: "Write the proposals into the JSON and OPML files that state the feeds.")
  var write = false

  @Flag(help: "Accept what replaced feeds serve now; requires --kind replaced.")
  var dismiss = false

  @OptionGroup var truth: ContainerOnlyOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func validate() throws {
    if apply, write { throw ValidationError("--apply changes the container, --write the files; use one of them") }
    if !write, !paths.isEmpty { throw ValidationError("files are edited with --write only") }
    if dismiss, apply || write || Set(kind) != [.replaced] {
      throw ValidationError("--dismiss requires --kind replaced alone, and cannot be combined with --apply or --write")
    }
  }

  func run() async throws {
    let opened = try container.open(for: apply ? .writing : .reading)
    let kinds = Set(kind.isEmpty ? FeedProposal.Kind.allCases : kind)
    let history = try dismiss ? history.open(for: opened.name) : history.openForReading(for: opened.name)
    var run = try ProposalRun(opened.reader, history: history, kinds: kinds)
    try await run.find(feed.isEmpty ? nil : Set(try await opened.feeds(named: feed)))
    let applied = kind.contains(.replaced) ? kinds : kinds.subtracting([.replaced])
    if apply {
      try await truth.check(try await run.planned(applied), of: opened, container.configuration())
      try await run.apply(applied)
    }
    if dismiss { try await run.dismiss() }
    var report = HealthProposalsReport(container: opened.name, isApplied: apply, isDismissed: dismiss, run: run)
    if write { report.files = try writeFiles(run.proposals.filter { applied.contains($0.kind) }, for: opened) }
    try output.write(report)
    try (run.changes.failed > 0 ? ExitStatus.answerIsNo : .done).exit()
  }
}

extension HealthProposalsCommand {
  private func writeFiles(_ proposals: [FeedProposal], for opened: ContainerHandle) throws -> WrittenProposals {
    let configuration = try container.configuration()
    if configuration.truth == .container {
      throw CommandFailure("the configuration says 'truth: container'; apply the proposals with --apply")
    }
    return try WrittenProposals(
      proposals, to: paths.isEmpty ? [configuration.seeds] : paths, layout: try opened.layout)
  }
}

extension FeedProposal.Kind: ExpressibleByArgument {}

/// The proposals from probe results and the outcome of applying them.
struct HealthProposalsReport: Report {
  let command = "health proposals"
  let container: String
  let isApplied, isDismissed: Bool
  /// The proposals and applied changes.
  let run: ProposalRun
  /// The edits of seed files; `nil` without `--write`.
  var files: WrittenProposals?

  var summary: EncodableObject {
    [
      "container": container, "applied": isApplied, "dismissed": isDismissed, "proposals": run.proposals.count,
      "written": files?.written ?? run.changes.written,
      "failed": run.changes.failed,
      "kinds": run.proposals.reduce(into: [String: Int]()) { $0[$1.kind.rawValue, default: 0] += 1 },
      "problems": [ReportedProblem](run.problems, run.changes),
    ]
  }

  var items: [EncodableObject] {
    run.proposals.map { (proposal) -> EncodableObject in
      let line = files?.lines.first { $0.proposal == proposal }
      return [
        "kind": proposal.kind.rawValue, "recordName": proposal.feed.rawValue, "title": proposal.title,
        "field": proposal.field, "old": proposal.old.map { FeedURL.redacted(Self.text($0)) },
        "new": Self.text(proposal.new), "reason": proposal.reason, "place": line?.place, "refusal": line?.refusal,
      ]
    }
  }

  private static func text(_ value: FieldValue) -> String {
    value.string ?? value.int64.map(String.init) ?? ""
  }

  func text(_ style: Style) -> String {
    var text = [ReportedProblem](run.problems, run.changes).text(style)
    text += "\(container): \(run.proposals.count.of("proposal"))"
    if isApplied { text += ", \(run.changes.written) feeds changed, \(run.changes.failed) failed" }
    text += "\n"
    if run.proposals.isEmpty { return text }
    if let files { return text + files.text }
    let table = ReportTable(
      "Proposals",
      [
        .text("kind"), .text("feed", width: 32), .text("field"), .text("new value", width: 60),
        .text("reason", width: 80),
      ],
      rows: run.proposals.map {
        [.init($0.kind.rawValue), .init($0.title), .init($0.field), .init(Self.text($0.new)), .init($0.reason)]
      })
    text += "\n" + table.text(style)
    if isDismissed { return text + "dismissed: the next run accepts what these feeds serve\n" }
    if !isApplied {
      text += "nothing was changed; --apply applies these proposals, --write writes them into seed files\n"
    }
    let isHeld = run.proposals.contains { $0.kind == .replaced } && run.proposals.contains { $0.kind != .replaced }
    return isHeld ? text + "replaced feeds need --kind replaced with --apply, --write, or --dismiss\n" : text
  }
}
