import Catalog
import CloudKitRecords

/// A feed that could not be read or written.
struct ReportedProblem: Encodable {
  let recordName, reason: String
}

extension [ReportedProblem] {
  /// The problems of reading a catalogue, then those of writing it.
  init(_ problems: [CatalogProblem], _ changes: ChangeOutcome = ChangeOutcome()) {
    self = problems.map { ReportedProblem(recordName: $0.feed.rawValue, reason: $0.description) }
    self += changes.failures.map {
      ReportedProblem(recordName: $0.recordName.rawValue, reason: $0.error.description)
    }
  }

  /// A line for each of the first problems.
  func text(_ style: Style) -> String {
    prefix(20).map {
      style.mark("problem", .bad) + "  \($0.recordName): \(ShownLine.text($0.reason, 200))\n"
    }.joined()
  }
}
