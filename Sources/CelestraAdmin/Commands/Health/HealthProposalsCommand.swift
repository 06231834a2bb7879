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
      same address apart from https and www. deactivate: gone (410) twice, or not found (404) for 14 days. duplicate: \
      redirects to the address of another feed. fill-missing: a field that is empty in the catalog and known from the \
      feed. Nothing is changed without --apply, which skips fields that have changed in the meantime, or --write, which \
      edits the seed files that state the feeds.
      """)

  @Argument(help: "Seed files and folders to edit with --write. (default: seed)", completion: .file())
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("Kind of proposal to list. Repeatable. (default: all)", valueName: "kind"))
  var kind: [FeedProposal.Kind] = []

  @Flag(help: "Apply the proposals to the container.")
  var apply = false

  @Flag(help: "Write the proposals into the JSON and OPML files that state the feeds.")
  var write = false

  @OptionGroup var truth: ContainerOnlyOptions
  @OptionGroup var history: HistoryOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  func validate() throws {
    if apply, write { throw ValidationError("--apply changes the container, --write the files; use one of them") }
    if !write, !paths.isEmpty { throw ValidationError("files are edited with --write only") }
  }

  func run() async throws {
    let opened = try container.open(for: apply ? .writing : .reading)
    let kinds = Set(kind.isEmpty ? FeedProposal.Kind.allCases : kind)
    var run = try ProposalRun(opened.reader, history: try history.openForReading(for: opened.name), kinds: kinds)
    try await run.find()
    if apply {
      try await truth.check(try await run.planned(), of: opened, container.configuration())
      try await run.apply()
    }
    var report = HealthProposalsReport(container: opened.name, isApplied: apply, run: run)
    if write { report.files = try writeFiles(run.proposals, for: opened) }
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
  let isApplied: Bool
  /// The proposals and applied changes.
  let run: ProposalRun
  /// The edits of seed files; `nil` without `--write`.
  var files: WrittenProposals?

  var summary: EncodableObject {
    [
      "container": container, "applied": isApplied, "proposals": run.proposals.count,
      "written": files?.written ?? run.changes.written,
      "failed": run.changes.failed,
      "kinds": run.proposals.reduce(into: [String: Int]()) { $0[$1.kind.rawValue, default: 0] += 1 },
      "problems": [ReportedProblem](run.problems, run.changes),
    ]
  }

  var items: [EncodableObject] {
    zip(run.proposals, files?.lines.map(Optional.init) ?? run.proposals.map { _ in nil }).map { proposal, line in
      [
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
    return isApplied
      ? text : text + "nothing was changed; --apply applies these proposals, --write writes them into seed files\n"
  }
}
