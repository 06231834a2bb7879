import Articles
import CloudKitRecords
import CommandLineTool
import Diagnostics

struct ArticleDeletion {
  enum Result: String {
    /// A dry run.
    case planned
    case done
    /// Some articles could not be deleted.
    case partial
    /// `--max-delete` permits fewer deletions.
    case refused
    /// A signal came before the end.
    case stopped
  }

  private(set) var planned = 0
  /// The results; `nil` if nothing was written.
  private(set) var outcome: ChangeOutcome?
  /// What `--max-delete` refuses, or in a dry run would refuse.
  private(set) var excess: DeletionLimit.Excess?
  private let isDryRun: Bool

  /// Deletes the articles of a container that have expired. An article that is renewed meanwhile stays.
  /// - Throws: The end of the run if the user does not confirm the deletion.
  init(
    pruning opened: ContainerHandle, asOf: Timestamp, _ limit: DeletionLimit?, _ approval: Approval, isDryRun: Bool
  ) async throws {
    self.isDryRun = isDryRun
    let pruning = try ArticlePruning(opened.reader, asOf: asOf)
    do {
      var write = PlannedWrite(try await pruning.expired(), to: opened, approval)
      write.limit = limit
      write.replan = pruning.replan
      planned = write.changes.count
      excess = try await write.excess()
      if isDryRun || excess != nil { return }
      outcome = try await write.run { opened.store }
    } catch RecordStoreError.stopped {
      // The results so far are a report, too.
    }
  }

  var result: Result {
    if isDryRun { return .planned }
    if excess != nil { return .refused }
    guard let outcome else { return .stopped }
    return outcome.wasStopped ? .stopped : outcome.failed > 0 ? .partial : .done
  }

  /// The exit status of a command that deletes what has expired.
  var pruneStatus: ExitStatus {
    switch result {
    case .done: .done
    case .planned: excess == nil ? .done : .pruneIncomplete
    case .refused, .partial: .pruneIncomplete
    case .stopped: .failed
    }
  }

  /// Why expired articles remain; `nil` if none do, and in a dry run.
  var failure: String? {
    switch result {
    case .done, .planned: nil
    case .stopped: "pruning was stopped before its end; run the command again to finish"
    case .partial: "\((outcome?.failed ?? 0).of("expired article")) could not be deleted"
    case .refused:
      excess.map {
        "no expired article was deleted: \($0.deletions) of \($0.stored) exceed the limit \($0.limit); pass --max-delete "
          + "\($0.deletions), or no --max-delete"
      }
    }
  }

  /// What a dry run says about the limit; empty if it permits the deletion.
  var warning: String {
    guard result == .planned, let excess else { return "" }
    return "--max-delete \(excess.limit) would refuse this: \(excess.deletions) of \(excess.stored) articles\n"
  }
}

struct ArticleDeletionReport: RunReport {
  let command, container: String
  let asOf: Timestamp?
  let deletion: ArticleDeletion

  var items: [ReportedProblem] { [ReportedProblem]([], deletion.outcome ?? ChangeOutcome()) }

  var summary: EncodableObject {
    let outcome = deletion.outcome
    return [
      "container": container, "dryRun": deletion.result == .planned, "result": deletion.result.rawValue,
      "planned": deletion.planned, "deleted": outcome?.deleted ?? 0, "kept": outcome?.settled ?? 0,
      "failed": outcome?.failed ?? 0, "limit": deletion.excess?.limit.description,
    ]
  }

  func text(_ style: Style) -> String {
    guard let outcome = deletion.outcome else {
      if let failure = deletion.failure { return "\(container): \(failure)\n" }
      return "\(container): \(deletion.planned.of("article")) would be deleted\n" + deletion.warning
        + "dry run: nothing was written\n"
    }
    var text = items.text(style) + "\(container): \(outcome.deleted.of("article")) deleted"
    if outcome.settled > 0 { text += ", \(outcome.settled) renewed meanwhile and kept" }
    if outcome.failed > 0 { text += ", \(outcome.failed) could not be deleted" }
    return text + "\n" + (outcome.wasStopped ? "stopped; run the command again to finish\n" : "")
  }
}
