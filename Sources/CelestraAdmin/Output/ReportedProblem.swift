import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics

/// A feed that could not be read or written.
struct ReportedProblem: Encodable {
  let recordName, reason: String
}

extension [ReportedProblem] {
  init(_ problems: [CatalogProblem], _ changes: ChangeOutcome = ChangeOutcome()) {
    self = problems.map { ReportedProblem(recordName: $0.feed.rawValue, reason: $0.description) }
    self += changes.failures.map {
      ReportedProblem(recordName: $0.recordName.rawValue, reason: $0.error.description)
    }
  }

  /// Returns one line per problem, for the first 20.
  func text(_ style: Style) -> String {
    prefix(20).map {
      style.mark("problem", .bad) + "  \($0.recordName): \(DisplayText.line($0.reason, atMost: 200))\n"
    }.joined()
  }
}
