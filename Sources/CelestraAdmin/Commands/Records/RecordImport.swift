import CloudKitRecords
import CloudKitSchema
import CommandLineTool
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
  /// The records that could not be written.
  private(set) var problems: [ChangeItem] = []
  private(set) var wasStopped = false

  let source: RecordFileSource
  let types: [RecordType.Name]
  let store: any RecordStore
  let isDryRun: Bool

  /// Compares the records with the store and writes the differences.
  ///
  /// A record that a VALIDATE reference points to may be written after the record with the reference, which CloudKit
  /// refuses. Such records are written in a further pass.
  /// - Parameter save: Called with each change in a dry run.
  /// - Throws: `RecordStoreError.stopped` if the user stopped a dry run, whose changes are not complete.
  mutating func apply(saving save: (PlannedChange) throws -> Void = { _ in }) async throws {
    var pass = 0
    repeat {
      let outcome = try await self.pass(isFirst: pass == 0, save)
      pass += 1
      if isDryRun, wasStopped { throw RecordStoreError.stopped }
      let isWaiting = outcome.failures.contains { $0.error.code == .validatingReference }
      guard isWaiting, outcome.written > 0, !wasStopped else { return }
    } while pass < 20
  }

  private mutating func pass(
    isFirst: Bool, _ save: (PlannedChange) throws -> Void
  ) async throws -> ChangeOutcome {
    let progress = ProgressLine()
    let planner = RecordPlanner(store, source.schema, skipping: Set(source.manifest.skipped))
    var run = ChangeRun(to: store, isDryRun: isDryRun)
    var plan = RecordPlan()
    var read = 0
    var failure: (any Error)?
    do throws(RecordStoreError) {
      try await run.apply(isOrdered: true, replan: nil) { (add) throws(RecordStoreError) in
        do {
          try await source.forEachPage(of: Set(types)) { page in
            plan.changes = []
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

  var counts: ChangeReport.Counts {
    var counts = ChangeReport.Counts()
    counts.created = created.values.reduce(0, +)
    counts.updated = updated.values.reduce(0, +)
    counts.failed = problems.count
    counts.wasStopped = wasStopped
    return counts
  }

  func counts(of type: RecordType.Name) -> EncodableObject {
    ["created": created[type] ?? 0, "updated": updated[type] ?? 0]
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
    problems = [ChangeItem](refused: plan.problems) + outcome.failures.map(ChangeItem.init)
  }
}

extension ChangeReport {
  /// Creates the report of an import, which does not list the records that it writes.
  init(_ command: String, _ container: String, asOf: Timestamp?, _ run: RecordImport, wasWritten: Bool) {
    self.init(command, container, asOf: asOf, run.problems, planned: run.planned)
    unchanged = run.unchanged
    details = ["types": EncodableObject(run.types.map { ($0, run.counts(of: $0)) })]
    if wasWritten { add(run.counts) }
  }
}
