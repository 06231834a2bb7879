import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics

/// The records that a command copied or, in a dry run, would copy.
struct CopyReport: Report {
  /// A record type with records that were left out although the user did not ask for it.
  struct LeftOut {
    let type: RecordType.Name
    /// `nil` for an iCloud container, whose records were not counted.
    let count: Int?
    let reason: String

    fileprivate var text: String {
      "left out: \(type)\(count.map { ", " + $0.of("record") } ?? ""): \(reason); pass --except-types \(type) to accept that"
    }
  }

  /// Why nothing was deleted although it was planned.
  enum PruneProblem {
    /// A limit refuses the deletions.
    case refused(String)
    /// Not everything could be copied.
    case postponed(String)
    /// Records have changed since the user saw the deletions.
    case changed(Int)

    var reason: String {
      switch self {
      case .refused(let reason), .postponed(let reason): reason
      case .changed(let count): "\(count.of("record")) changed meanwhile; run the command again"
      }
    }
  }

  let command: String
  let source, target: String
  let scope: CopyScope
  var isDryRun: Bool
  var leftOut: [LeftOut] = []
  var result = CopyResult()
  /// The files of assets; `nil` if none are transferred.
  var files: Files?
  /// The planned changes of a dry run, up to a maximum.
  var changes: [PlannedChange] = []
  /// The deletions; `nil` without `--prune`.
  var pruning: CopyPruning?
  /// `nil` if what was planned was deleted.
  var pruneProblem: PruneProblem?
  /// The maximum number of passes; 1 without `--settle`.
  var passes = 1
  var planFile: String?
  /// The maximum number of lines of changes and failures in text.
  var max = WritePreview.lines
  /// Notes for the end of the report.
  var notes: [String] = []

  /// The maximum number of changes that a dry run lists.
  static let changesListed = 1000

  private var types: [(name: RecordType.Name, counts: CopyResult.Counts)] {
    scope.types.map { ($0.name, result.types[$0.name] ?? CopyResult.Counts()) }
  }

  /// The records that failed, and those that lack files.
  private var failures: [CopyResult.Failure] {
    scope.types.flatMap { result.failures[$0.name] ?? [] } + (files?.missing ?? [])
  }

  /// Whether the passes of `--settle` did not end with one that planned nothing.
  private var isUnsettled: Bool { passes > 1 && result.planned > 0 }

  var status: ExitStatus {
    if result.wasStopped { return .failed }
    if files?.problem != nil { return .failed }
    if case .refused = pruneProblem { return .failed }
    if pruneProblem != nil { return .answerIsNo }
    let isPartial =
      !leftOut.isEmpty || !result.undeclared.isEmpty || !result.lostAssets.isEmpty
      || files?.missing.isEmpty == false
    return result.total(\.failed) > 0 || isUnsettled || isPartial ? .answerIsNo : .done
  }

  var summary: EncodableObject {
    [
      "source": source, "target": target, "dryRun": isDryRun, "stopped": result.wasStopped, "passes": result.passes,
      "read": result.total(\.read), "new": result.total(\.new), "changed": result.total(\.changed),
      "same": result.total(\.same), "kept": result.total(\.kept), "created": result.total(\.created),
      "updated": result.total(\.updated), "deleted": result.total(\.deleted), "failed": result.total(\.failed),
      "toDelete": pruning?.changes.count, "danglingReferences": result.danglingReferences,
      "types": EncodableObject(types.map { ($0.name, item($0.counts)) }),
      "files": files.map { $0.item(isDryRun: isDryRun) }, "leftOut": leftOut.map(\.type),
      "partial": scope.partial.map(\.type), "notes": [conclusion] + remarks,
    ]
  }

  private func item(_ counts: CopyResult.Counts) -> EncodableObject {
    [
      "read": counts.read, "new": counts.new, "changed": counts.changed, "same": counts.same, "kept": counts.kept,
      "created": counts.created, "updated": counts.updated, "deleted": counts.deleted, "failed": counts.failed,
      "onlyInTarget": counts.extra,
    ]
  }

  /// The failures and, in a dry run, the planned changes.
  var items: [ChangeItem] {
    failures.map { ChangeItem(.failed, $0.recordType, $0.recordName, $0.error.description) } + [ChangeItem](planned)
  }

  private var planned: [PlannedChange] { isDryRun ? changes + (pruning?.changes ?? []) : [] }

  func text(_ style: Style) -> String {
    let total =
      result.total(\.failed) + (files?.missing.count ?? 0)
      + (isDryRun ? result.planned + (pruning?.changes.count ?? 0) : 0)
    return lines([conclusion]) + table.text(style) + items.text(style, atMost: max, of: total) + lines(remarks)
  }

  private func lines(_ lines: [String]) -> String {
    lines.map { DisplayText.line($0) + "\n" }.joined()
  }

  /// Whether a dry run found something to write.
  var hasChanges: Bool {
    result.planned > 0 || pruning?.changes.isEmpty == false || files?.text(isDryRun: true) != nil
  }

  /// Returns what a dry run found, to show before a question.
  func preview(_ container: ContainerName) -> String {
    let counts = types.filter { $0.counts.read > 0 || $0.counts.extra ?? 0 > 0 }.map { type in
      let counts = type.counts
      return (
        name: type.name,
        counts: WritePreview.Counts(
          create: counts.new, update: counts.changed, delete: counts.extra ?? 0, same: counts.same + counts.kept)
      )
    }
    let total = result.total(\.failed)
    let failed = total == 0 ? [] : ["\(total.of("record")) cannot be copied"]
    let remarks = failed + leftOut.map(\.text) + warnings + notes
    return WritePreview(of: container, types: counts, items: items).text() + lines(remarks)
  }

  /// Returns the question before what a dry run found is written.
  func question(_ container: ContainerName) -> String {
    let pruned = scope.types.map(\.name).filter { pruning?.count(of: $0) ?? 0 > 0 }
      .map { "\(pruning?.count(of: $0) ?? 0) of \(pruning?.stored[$0] ?? 0) \($0)" }
    if pruned.isEmpty { return "write to \(container.name)?" }
    let deletions = "delete \(pruned.joined(separator: ", ")) records"
    let isOnlyDeleting = result.planned == 0
    return isOnlyDeleting ? "\(deletions) from \(container.name)?" : "write to \(container.name), and \(deletions)?"
  }

  func markdown() -> String {
    "### `\(command)` from \(Markdown.escaped(source)) to \(Markdown.escaped(target))\n\n"
      + [
        "\(Markdown.escaped(conclusion))\n", table.markdown, items.markdown(),
        remarks.map { "- \(Markdown.escaped($0))\n" }.joined(),
      ]
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The types that have records; all if none has.
  private var shownTypes: [(name: RecordType.Name, counts: CopyResult.Counts)] {
    let shown = types.filter { $0.counts.read + $0.counts.failed + ($0.counts.stored ?? 0) > 0 }
    return shown.isEmpty ? types : shown
  }

  private var table: ReportTable {
    var heads = [target, ">read", ">new", ">changed", ">same", ">failed"]
    if pruning != nil { heads.append(">only here") }
    let rows = shownTypes.map { type -> [String] in
      let counts = type.counts
      let numbers = [counts.read, counts.new, counts.changed, counts.same, counts.failed]
      let extra = pruning == nil ? [] : [counts.extra ?? 0]
      return [type.name] + (numbers + extra).map { "\($0)" }
    }
    return ReportTable(heads, rows)
  }

  private var conclusion: String {
    let read = result.total(\.read)
    let deletions = pruning?.changes.count ?? 0
    let failed = result.total(\.failed)
    if read == 0, result.passes > 0, deletions == 0 {
      let isFiltered = scope.types.contains { !$0.filters.isEmpty }
      return "no record of \(source) \(isFiltered ? "matches the conditions" : "is of these types")"
    }
    let isIdle = result.written + result.total(\.deleted) == 0 && deletions == 0 && failed == 0
    if isIdle, result.total(\.same) == read, !result.wasStopped {
      return "same: \(read.of("record")) in \(types.count { $0.counts.read > 0 }.of("type"))"
    }
    if isDryRun {
      let counts: [(count: Int, word: String)] = [
        (result.total(\.new), "to create"), (result.total(\.changed), "to update"), (deletions, "to delete"),
        (failed, "failed"), (result.total(\.same), "same"),
      ]
      return "\(target): \(ChangeReport.Counts.texts(counts).joined(separator: ", "))"
    }
    let counts = ChangeReport.Counts(
      created: result.total(\.created), updated: result.total(\.updated), deleted: result.total(\.deleted),
      failed: failed)
    return "\(target): \(counts.texts.joined(separator: ", "))"
  }

  /// What was left out or lost, a line per kind.
  private var remarks: [String] {
    var remarks = warnings + notes + leftOut.map(\.text)
    let kept = pruning == nil ? "" : "; no \(target) record of the type was deleted"
    let partial = Dictionary(grouping: scope.partial, by: \.reason).sorted { $0.value[0].type < $1.value[0].type }
    remarks += partial.map { reason, types in
      "note: \(types.map(\.type).joined(separator: ", ")) may be incomplete: \(reason)\(kept)"
    }
    if isDryRun {
      remarks.append(planFile.map { PlanOutput.advice(result.planned, $0) } ?? "dry run: nothing was written")
    }
    if result.wasStopped { remarks.append("stopped before the end; run the same command again to finish") }
    return remarks
  }

  private var warnings: [String] {
    var warnings = [files?.text(isDryRun: isDryRun), files?.problem].compactMap(\.self)
    for (field, count) in result.undeclared.sorted(by: { $0.key < $1.key }) {
      warnings.append(
        "warning: \(count.of("record")) have a value in \(field), which the schema of \(source) lacks; it was not copied"
      )
    }
    if !result.lostAssets.isEmpty {
      let fields = result.lostAssets.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value.of("record")))" }
      warnings.append(
        "not restored: the files of \(fields.joined(separator: ", ")), which are not copied; pass --assets FOLDER, or --skip-assets to accept that"
      )
    }
    if result.danglingReferences > 0 {
      let names = result.danglingExamples.map { "'\($0)'" }.joined(separator: ", ")
      let count = result.danglingReferences
      warnings.append(
        "warning: \(count.of("record")) that copied records refer to \(count == 1 ? "is" : "are") in neither container:"
          + " \(names)\(count > result.danglingExamples.count ? ", …" : "")")
    }
    if result.total(\.kept) > 0 {
      warnings.append("\(result.total(\.kept).of("changed record")) left as \(target) has them (--only-missing)")
    }
    let cascades = pruning?.cascade.count ?? 0
    if cascades > 0 { warnings.append("\(cascades.of("record")) are deleted along: they refer with DELETE_SELF") }
    if let pruneProblem { warnings.append("nothing was deleted: \(pruneProblem.reason)") }
    if isUnsettled {
      warnings.append(
        "not settled after \(result.passes.of("pass", "passes")): the last one still found \(result.planned.of("change"))"
      )
    }
    return warnings
  }
}
