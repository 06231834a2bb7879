import Catalog
import CloudKitRecords
import Diagnostics
import FeedHealth

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

  /// The totals.
  struct Summary: Encodable {
    /// A feed that could not be read or changed.
    struct Problem: Encodable {
      let recordName, reason: String
    }

    let container: String
    let applied: Bool
    let proposals, written, failed: Int
    let kinds: [String: Int]
    let problems: [Problem]
  }

  var summary: Summary {
    Summary(
      container: container, applied: isApplied, proposals: run.proposals.count, written: run.changes.written,
      failed: run.changes.failed,
      kinds: run.proposals.reduce(into: [:]) { $0[$1.kind.rawValue, default: 0] += 1 },
      problems: run.problems.map { Summary.Problem(recordName: $0.feed.rawValue, reason: $0.description) }
        + run.changes.failures.map { Summary.Problem(recordName: $0.recordName.rawValue, reason: $0.error.description) }
    )
  }

  var items: [Item] { run.proposals.map { Item($0) } }

  func text(_ style: Style) -> String {
    var text = ""
    for problem in summary.problems.prefix(20) {
      text +=
        style.mark("problem", .bad) + "  \(problem.recordName): \(DisplayText.line(problem.reason, atMost: 200))\n"
    }
    let count = run.proposals.count
    text += "\(container): \(count.of("proposal"))"
    if isApplied { text += ", \(run.changes.written) feeds changed, \(run.changes.failed) failed" }
    text += "\n"
    if run.proposals.isEmpty { return text }
    var table = TextTable(.left("kind"), .left("feed"), .left("field"), .left("would be"), .left("because"))
    for item in items {
      table.add(
        item.kind, DisplayText.line(item.title, atMost: 32), item.field, DisplayText.line(item.new, atMost: 60),
        DisplayText.line(item.reason, atMost: 80))
    }
    text += "\n" + table.render(style)
    return isApplied ? text : text + "nothing was changed; --apply does what is listed\n"
  }
}
