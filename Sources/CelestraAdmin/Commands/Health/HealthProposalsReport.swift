import Catalog
import CloudKitRecords
import CommandLineTool
import ConfigurationFile
import Diagnostics
import FeedHealth

/// The proposals from probe results and the outcome of applying them.
struct HealthProposalsReport: Report {
  let command = "health proposals"
  let container: String
  let isApplied, isDismissed: Bool
  /// The proposals and applied changes.
  let run: ProposalRun
  /// The listed kinds that are not applied unless they are named.
  var undecided: [FeedProposal.Kind] = []
  /// Whether text only counts the fields to fill.
  var foldsFilled = false
  /// What the configuration says wins; `nil` if it does not say.
  var truth: Configuration.Truth?
  /// The edits of seed files; `nil` without `--write`.
  var files: WrittenProposals?

  private var totals: [FeedProposal.Kind: Int] { run.proposals.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 } }

  var summary: EncodableObject {
    [
      "container": container, "applied": isApplied, "dismissed": isDismissed, "proposals": run.proposals.count,
      "dismissedEarlier": run.dismissed, "outdated": run.outdated, "written": files?.written ?? run.changes.written,
      "failed": run.changes.failed,
      "kinds": Dictionary(uniqueKeysWithValues: totals.map { ($0.key.rawValue, $0.value) }),
      "problems": [ReportedProblem](run.problems, run.changes),
    ]
  }

  var items: [EncodableObject] {
    run.proposals.map { (proposal) -> EncodableObject in
      let line = files?.lines.first { $0.proposal == proposal }
      return [
        "kind": proposal.kind.rawValue, "recordName": proposal.feed.rawValue, "title": proposal.title,
        "feedURL": FeedURL.redacted(proposal.address), "field": proposal.field,
        "old": proposal.old.map { FeedURL.redacted(Self.text($0)) }, "new": Self.text(proposal.new),
        "reason": proposal.reason, "place": line?.place, "refusal": line?.refusal,
      ]
    }
  }

  private static func text(_ value: FieldValue) -> String {
    value.string ?? value.int64.map(String.init) ?? ""
  }

  func text(_ style: Style) -> String {
    var text = [ReportedProblem](run.problems, run.changes).text(style)
    text += "\(container): \(run.proposals.count.of("proposal"))"
    if isApplied { text += ", \(run.changes.written.of("feed")) changed, \(run.changes.failed) failed" }
    text += "\n"
    let counts = FeedProposal.Kind.allCases.compactMap { kind in totals[kind].map { "\(kind.rawValue) \($0)" } }
    let earlier = run.dismissed > 0 ? ["dismissed \(run.dismissed) (--include-dismissed lists them)"] : []
    if !(counts + earlier).isEmpty { text += "  \((counts + earlier).joined(separator: ", "))\n" }
    if run.outdated > 0 {
      let feeds = run.outdated.of("feed")
      text += "note: \(feeds) left out: the history lacks a week of probes; pass the one of 'update' with --history\n"
    }
    if run.proposals.isEmpty { return text }
    if let files { return text + files.text(foldsFilled: foldsFilled) + folded + hints }
    let listed = run.proposals.filter { !foldsFilled || $0.kind != .fillMissing }
    let table = ReportTable(
      "Proposals",
      [
        .text("kind"), .text("feed", width: 32), .text("address", width: 60), .text("field"),
        .text("new value", width: 60), .text("reason", width: 100),
      ],
      rows: listed.map { proposal in
        let value = proposal.new.string ?? (proposal.new == .flag(true) ? "true" : "false")
        return [
          .init(proposal.kind.rawValue), .init(proposal.title), .init(FeedURL.redacted(proposal.address)),
          .init(proposal.field), .init(value), .init(proposal.reason),
        ]
      })
    if !listed.isEmpty { text += "\n" + table.text(style) }
    return text + folded + hints
  }

  /// The number of fields to fill, by field, if the text does not list them.
  private var folded: String {
    let filled = run.proposals.filter { $0.kind == .fillMissing }
    if !foldsFilled || filled.isEmpty { return "" }
    let fields = Dictionary(grouping: filled, by: \.field).sorted { $0.key < $1.key }
    let counts = fields.map { "\($0.key) \($0.value.count)" }.joined(separator: ", ")
    let feeds = Set(filled.map(\.feed)).count.of("feed")
    return
      "fill-missing: \(counts), of \(feeds); --only fill-missing lists them, --except fill-missing leaves them out\n"
  }

  private var hints: String {
    if isDismissed {
      let isAccepted = !undecided.contains(.replaced) && totals[.replaced] != nil
      return "dismissed: these proposals are not listed again unless their reasons change\n"
        + (isAccepted ? "the next run accepts what the replaced feeds serve\n" : "")
    }
    var text = ""
    if !isApplied, files == nil {
      let ways =
        switch truth {
        case .files: "--write writes these proposals into the seed files"
        case .container: "--apply applies these proposals"
        case nil: "--apply applies these proposals, --write writes them into seed files"
        }
      text = "nothing was changed; \(ways)\n"
    }
    let held = undecided.filter { totals[$0] != nil }.map(\.rawValue)
    return held.isEmpty ? text : text + "\(held.joined(separator: ", ")): use --only KIND to apply, write, or dismiss\n"
  }
}
