import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Diagnostics

/// Changes that a command has planned, and the one way to write them: check the limit of deletions, ask, compare the
/// changes with the container again, apply them, and delete last.
struct PlannedWrite {
  /// Why nothing was written, although the user did not decline.
  enum Refusal: Error {
    case tooManyDeletions(DeletionLimit.Excess)
    /// Records have changed since the changes were planned.
    case changed([ChangePlanCheck.Conflict])
  }

  let container: ContainerName
  /// The store whose records the changes were planned for.
  let store: any RecordStore
  let changes: [PlannedChange]
  private let approval: Approval
  private let isDryRun: Bool
  /// The deletions that CloudKit makes itself. The limit includes them.
  var cascade: [PlannedChange] = []
  /// The limit of deletions; `nil` for a plan that names each record to delete.
  var limit: DeletionLimit?
  /// The numbers of stored records by type, as far as they are known.
  var stored: [RecordType.Name: Int] = [:]
  /// The consequences and the question; `nil` to write without asking, except to production.
  var question: String?
  /// The changes as the question shows them; `nil` for the changes as they are.
  var items: [ChangeItem]?
  /// Plans changes again whose records another writer has changed. A change that it returns as it is, is a conflict.
  var replan: ChangeRun.Replan?
  /// Finds changes that no longer fit the records that they depend on.
  var dependencies: ([PlannedChange]) async throws -> [ChangePlanCheck.Conflict] = { _ in [] }

  init(
    _ changes: [PlannedChange], to container: ContainerName, _ store: any RecordStore, _ approval: Approval,
    isDryRun: Bool = false
  ) {
    self.container = container
    self.store = store
    self.changes = changes
    self.approval = approval
    self.isDryRun = isDryRun
  }

  init(_ changes: [PlannedChange], to opened: ContainerHandle, _ approval: Approval, isDryRun: Bool = false) {
    self.init(changes, to: opened.container, opened.store, approval, isDryRun: isDryRun)
  }

  /// Asks before the deletions of the plan, if it has any.
  /// - Parameter stakes: the consequences, a line each.
  mutating func askBeforeDeleting(_ stakes: [String] = []) {
    guard changes.deletions > 0 else { return }
    question = (stakes + ["delete \(changes.deletions.of("record")) from \(container.name)?"]).joined(separator: "\n")
  }

  /// Writes the changes, or ends the command with exit status 1.
  /// - Parameter open: opens the store to write to. It is called after confirmation.
  /// - Returns: the results; `nil` in a dry run.
  func run(in open: () async throws -> any RecordStore) async throws -> ChangeOutcome? {
    if isDryRun { return nil }
    var outcome = ChangeOutcome()
    do { try await write(in: open) { outcome = $0 } } catch let refusal as Refusal { throw end(refusal) }
    return outcome
  }

  /// Ends the command with exit status 1 if the changes delete more records than the limit allows.
  func checkLimit() async throws {
    if let excess = try await excess() { throw end(.tooManyDeletions(excess)) }
  }

  /// Returns the deletions beyond the limit; `nil` if all are within it.
  func excess() async throws(RecordStoreError) -> DeletionLimit.Excess? {
    do throws(RecordStoreError) {
      return try await limit?.excess(of: changes + cascade, in: store, stored: stored)
    } catch {
      // Such as for a type that cannot be listed.
      guard error.isRefusal else { throw error }
      throw .badRequest(reason: "cannot count the records for the limit of deletions: \(error); pass --max-delete N")
    }
  }

  /// - Parameter results: receives the results, also if the store could not continue.
  /// - Throws: `Refusal` if nothing was written, the end of the run if the user declines, and the errors of the store.
  func write(
    in open: () async throws -> any RecordStore, results: (ChangeOutcome) -> Void
  ) async throws {
    if let excess = try await excess() { throw Refusal.tooManyDeletions(excess) }
    if changes.isEmpty { return }
    try Confirmation.require(
      question, of: container, approval, showing: WritePreview(of: container, changes + cascade, items).text())
    let store = try await open()
    let (pending, settled) = changes.deletions > 0 ? try await compared(in: store) : (changes, [])
    var run = ChangeRun(to: store)
    defer { results(run.outcome) }
    run.settle(settled)
    try await run.applyDeletingLast(
      pending, replan: replan, progress: ProgressLine.counting("records", of: changes.count))
  }

  /// Compares the changes with the records of the store, as time may have passed since they were planned.
  /// - Returns: the changes to apply, and those that are not needed any more.
  private func compared(
    in store: any RecordStore
  ) async throws -> (pending: [PlannedChange], settled: [PlannedChange]) {
    let check = try await ChangePlanCheck(changes, in: store)
    var conflicts = check.conflicts
    var (pending, settled) = (check.pending, check.done)
    if let replan, !conflicts.isEmpty {
      let again = try await replan(conflicts.map(\.change))
      let planned = Dictionary(again.map { ($0.recordName, $0) }) { first, _ in first }
      settled += conflicts.map(\.change).filter { planned[$0.recordName] == nil }
      conflicts = conflicts.filter { planned[$0.change.recordName] == $0.change }
      let names = Set(conflicts.map(\.change.recordName))
      pending += again.filter { !names.contains($0.recordName) }
    }
    if conflicts.isEmpty { conflicts = try await dependencies(pending) }
    if !conflicts.isEmpty { throw Refusal.changed(conflicts) }
    return (pending, settled)
  }

  /// Says why nothing was written, and returns the end of the command.
  private func end(_ refusal: Refusal) -> any Error {
    Terminal.report(error: refusal.message(of: container.location))
    return ExitStatus.answerIsNo.code
  }
}

extension PlannedWrite.Refusal {
  /// The message of a command that ends, on one or more lines.
  func message(of container: String) -> String {
    switch self {
    case .tooManyDeletions(let excess):
      "celestra-admin: error: \(excess.message(of: container))\nnothing was written\n"
    case .changed(let conflicts):
      conflicts.first.map { first in
        "nothing was written: \(first.change.recordType) '\(DisplayText.line(first.change.title))' changed meanwhile"
          + " (\(DisplayText.line(first.reason))); run the command again\n"
      } ?? ""
    }
  }
}

extension DeletionLimit.Excess {
  func message(of container: String) -> String {
    "cannot delete \(deletions) of \(stored) \(recordType) records of \(container): the limit is \(limit); check the"
      + " plan with --dry-run, then pass --max-delete \(deletions)"
  }
}
