import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth
import Foundation

extension HealthProposalsReport {
  private static let mark = "<!-- celestra-admin proposals:"

  /// The text of a pull request: a table per kind with each entry's reason, and the identifiers by which a later run
  /// knows that a closed pull request has dismissed the proposals.
  func markdown() -> String { Self.markdown(run.proposals, files) }

  /// - Parameter files: The edits of files; `nil` if the proposals are only listed.
  static func markdown(_ proposals: [FeedProposal], _ files: WrittenProposals?) -> String {
    let lines = files?.lines.filter { $0.refusal == nil }
    let proposals = lines?.map(\.proposal) ?? proposals
    var text = ""
    for kind in FeedProposal.Kind.allCases {
      let some = proposals.filter { $0.kind == kind }
      if some.isEmpty { continue }
      let rows = some.map { proposal in
        let place = lines?.first { $0.proposal == proposal }?.place
        return [proposal.title, change(proposal), proposal.reason, place ?? ""]
      }
      text += "### \(head(kind)): \(some.count)\n\n"
      text += Markdown.table(["Feed", "Change", "Reason", "Place"], rows: rows) + "\n"
    }
    let refused = files?.lines.filter { $0.refusal != nil && $0.place != nil } ?? []
    if !refused.isEmpty {
      let rows = refused.map { [$0.proposal.title, $0.proposal.kind.rawValue, $0.refusal ?? "", $0.place ?? ""] }
      text += "### Not written: \(rows.count)\n\n"
      text += Markdown.table(["Feed", "Proposal", "Reason", "Place"], rows: rows) + "\n"
    }
    if text.isEmpty { return "no proposals\n" }
    let ids = proposals.map(\.id).joined(separator: " ")
    return text + (ids.isEmpty ? "" : "\(mark) \(ids) -->\n")
  }

  private static func head(_ kind: FeedProposal.Kind) -> String {
    switch kind {
    case .replaced: "Replaced by another feed"
    case .deactivate: "Gone"
    case .duplicate: "Redirects to another entry"
    case .newURL: "New address"
    case .reactivate: "Works again"
    case .https: "Available over HTTPS"
    case .fillMissing: "Empty field"
    }
  }

  private static func change(_ proposal: FeedProposal) -> String {
    let address = FeedURL.redacted(proposal.address)
    switch proposal.new {
    case .string(let new) where proposal.kind == .newURL || proposal.kind == .https:
      return "\(address) → \(FeedURL.redacted(new))"
    case .string(let new): return "\(proposal.field): \(new)"
    default: return address
    }
  }

  /// Returns the identifiers of proposals in texts of pull requests.
  static func ids(in text: String) -> Set<String> {
    var ids: Set<String> = []
    for part in text.components(separatedBy: mark).dropFirst() {
      guard let end = part.range(of: "-->") else { continue }
      ids.formUnion(part[..<end.lowerBound].split(separator: " ").map(String.init))
    }
    return ids
  }
}
