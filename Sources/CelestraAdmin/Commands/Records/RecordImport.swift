import CloudKitRecords
import CloudKitSchema
import Copying
import Diagnostics

/// An import of a file of records, page by page.
struct RecordImport {
  /// The number of changes.
  private(set) var planned = 0
  /// The number of records that need no change.
  private(set) var unchanged = 0
  /// The numbers of created and updated records per type.
  private(set) var created: [RecordType.Name: Int] = [:]
  private(set) var updated: [RecordType.Name: Int] = [:]
  /// The records that could not be written, and the reasons.
  private(set) var problems: [RecordPlan.Problem] = []
  /// Whether the user stopped the import.
  private(set) var wasStopped = false

  private let source: RecordFileSource
  private let types: [RecordType.Name]
  private let store: any RecordStore
  private let isDryRun: Bool

  /// Creates an import of the records of some types.
  init(_ source: RecordFileSource, _ types: [RecordType.Name], to store: any RecordStore, isDryRun: Bool) {
    self.source = source
    self.types = types
    self.store = store
    self.isDryRun = isDryRun
  }

  /// Compares the records with the store and writes the differences.
  ///
  /// A record that a VALIDATE reference points to may be written after the record with the reference, which CloudKit
  /// refuses. Such records are written in a further pass.
  /// - Parameter save: Called with each change in a dry run.
  mutating func apply(saving save: (PlannedChange) throws -> Void = { _ in }) async throws {
    var pass = 0
    repeat {
      let outcome = try await self.pass(isFirst: pass == 0, save)
      pass += 1
      let isWaiting = outcome.failures.contains { $0.error.code == .validatingReference }
      guard isWaiting, outcome.written > 0, !wasStopped else { return }
    } while pass < 20
  }

  private mutating func pass(
    isFirst: Bool, _ save: (PlannedChange) throws -> Void
  ) async throws -> ChangeOutcome {
    let progress = ProgressLine()
    defer { progress.end() }
    let planner = RecordPlanner(store, source.schema, skipping: Set(source.manifest.skipped))
    var run = ChangeRun(to: store, isDryRun: isDryRun)
    var plan = RecordPlan()
    var read = 0
    var failure: (any Error)?
    do throws(RecordStoreError) {
      try await run.apply(isOrdered: true, replan: nil) { (add) throws(RecordStoreError) in
        do {
          try await source.forEachPage(of: Set(types)) { page in
            plan.steps = []
            try await planner.replace(with: page, adding: &plan)
            if isDryRun { for change in plan.changes { try save(change) } }
            try await add(plan.changes)
            read += page.count
            progress.update("records", done: read, of: nil)
          }
        } catch let error as RecordStoreError {
          throw error
        } catch {
          failure = error
          throw .stopped
        }
      }
    } catch {
      if failure == nil, error != .stopped { failure = error }
      wasStopped = true
    }
    count(run.outcome, plan, isFirst: isFirst)
    if let failure { throw failure }
    return run.outcome
  }

  private mutating func count(_ outcome: ChangeOutcome, _ plan: RecordPlan, isFirst: Bool) {
    if isFirst {
      planned = outcome.planned
      unchanged = plan.unchanged
    }
    for type in types {
      created[type, default: 0] += outcome.counts(ofType: type).created
      updated[type, default: 0] += outcome.counts(ofType: type).updated
    }
    problems = plan.problems + outcome.failures.map { .init($0.recordName, $0.error.description) }
  }
}

/// The results of an import.
struct RecordImportReport: Report {
  let command = "records import"
  let container: String
  let asOf: Timestamp?
  let file: String
  let types: [RecordType.Name]
  let run: RecordImport
  let isDryRun: Bool
  let isSaved: Bool

  var summary: EncodableObject {
    [
      "container": container, "file": file, "dryRun": isDryRun || isSaved, "stopped": run.wasStopped,
      "planned": run.planned, "created": sum(run.created), "updated": sum(run.updated), "unchanged": run.unchanged,
      "failed": run.problems.count,
    ]
  }

  var items: [EncodableObject] {
    types.map { ["recordType": $0, "created": run.created[$0] ?? 0, "updated": run.updated[$0] ?? 0] }
      + run.problems.map { ["recordName": $0.recordName.rawValue, "reason": $0.reason] }
  }

  /// The exit status of the command.
  var status: ExitStatus { run.wasStopped ? .failed : run.problems.isEmpty ? .done : .answerIsNo }

  func text(_ style: Style) -> String {
    var text = run.problems.prefix(20).map {
      style.mark("failed", .bad) + "  \($0.recordName): \($0.reason)\n"
    }.joined()
    if run.problems.count > 20 { text += "and \(run.problems.count - 20) more; --format json lists all\n" }
    if isDryRun || isSaved {
      return text + "\(run.planned.of("change")), \(run.unchanged) unchanged\n"
        + (isSaved ? "" : "dry run: nothing was written\n")
    }
    text += "\(container): \(sum(run.created)) created, \(sum(run.updated)) updated, \(run.problems.count) failed, "
    return text + "\(run.unchanged) unchanged\n"
      + (run.wasStopped ? "stopped before the end; run the command again to finish\n" : "")
  }

  private func sum(_ counts: [RecordType.Name: Int]) -> Int { counts.values.reduce(0, +) }
}
