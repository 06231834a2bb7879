import Catalog
import CloudKitRecords
import Curation
import Diagnostics

/// A comparison of planned deletions with the container, right before the first one.
enum UnchangedRecords {
  /// Checks that no record of planned deletions changed since, such as while a question waited: another run may have edited
  /// a feed whose metadata would be lost.
  /// - Parameter reader: the catalog, to check also what the changes depend on; `nil` not to.
  /// - Throws: The end of the run if something changed.
  static func check(
    _ changes: [PlannedChange], in store: any RecordStore, reader: CatalogReader? = nil
  ) async throws {
    var check = try await ChangePlanCheck(changes, in: store)
    if let reader { check.add(try await PlanDependencies(of: check.pending, in: reader).conflicts()) }
    guard let first = check.conflicts.first else { return }
    Terminal.standardError.write(
      "nothing was written: \(first.change.recordType) '\(DisplayText.line(first.change.title))' changed meanwhile"
        + " (\(DisplayText.line(first.reason))); run the command again\n")
    throw ExitStatus.answerIsNo.code
  }
}
