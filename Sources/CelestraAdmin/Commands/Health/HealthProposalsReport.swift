import Catalog
import CloudKitRecords
import FeedHealth
import HTMLPage

/// What the probes speak for, and what was done about it.
struct HealthProposalsReport: Report {
  let command = "health proposals"
  let container: String
  let isApplied: Bool
  /// What was found and done.
  let run: ProposalRun

  /// One proposal.
  struct Item: Encodable {
    let kind, recordName, title, field: String
    let old: String?
    let new, reason: String

    init(_ proposal: FeedProposal) {
      kind = proposal.kind.rawValue
      recordName = proposal.feed.rawValue
      title = proposal.title
      field = proposal.field
      old = proposal.old.map(Self.text)
      new = Self.text(proposal.new)
      reason = proposal.reason
    }

    private static func text(_ value: FieldValue) -> String {
      value.string.map { FeedURL.redacted($0) } ?? value.int64.map(String.init) ?? ""
    }
  }

  var summary: EncodableObject {
    [
      "container": container, "applied": isApplied, "proposals": run.proposals.count, "written": run.changes.written,
      "failed": run.changes.failed,
      "kinds": run.proposals.reduce(into: [String: Int]()) { $0[$1.kind.rawValue, default: 0] += 1 },
      "problems": [ReportedProblem](run.problems, run.changes),
    ]
  }

  var items: [Item] { run.proposals.map { Item($0) } }

  func text(_ style: Style) -> String {
    var text = [ReportedProblem](run.problems, run.changes).text(style)
    text += "\(container): \(run.proposals.count.of("proposal"))"
    if isApplied { text += ", \(run.changes.written) feeds changed, \(run.changes.failed) failed" }
    text += "\n"
    if run.proposals.isEmpty { return text }
    let table = ReportTable(
      "Proposals",
      [
        .text("kind"), .text("feed", width: 32), .text("field"), .text("would be", width: 60),
        .text("because", width: 80),
      ], rows: items.map { [.init($0.kind), .init($0.title), .init($0.field), .init($0.new), .init($0.reason)] })
    text += "\n" + table.text(style)
    return isApplied ? text : text + "nothing was changed; --apply does what is listed\n"
  }
}
