import CloudKitRecords
import Copying
import Diagnostics

/// The changes of records of any type that a command applied, saved or, in a dry run, planned.
struct RecordWriteReport: Report {
  /// The maximum number of changes in text.
  private static let limit = 100

  let command, container: String
  let asOf: Timestamp?
  let plan: RecordPlan
  /// The results; `nil` if nothing was applied.
  var outcome: ChangeOutcome?
  /// Whether the plan was saved to a file.
  var isSaved = false

  var summary: EncodableObject {
    [
      "container": container, "dryRun": outcome == nil, "stopped": outcome?.wasStopped ?? false,
      "planned": plan.steps.count, "created": outcome?.created ?? 0, "updated": outcome?.updated ?? 0,
      "deleted": outcome?.deleted ?? 0, "failed": outcome?.failed ?? 0, "unchanged": plan.unchanged,
      "skipped": plan.skipped, "refused": plan.problems.count,
    ]
  }

  var items: [EncodableObject] {
    let errors = outcome?.errors ?? [:]
    let changes: [EncodableObject] = plan.steps.map { step in
      let fields = Self.fields(of: step).map { field in
        [
          "field": field.name, "from": field.old.map { FieldValueItem($0, declared: nil) },
          "to": field.new.map { FieldValueItem($0, declared: nil) },
        ] as EncodableObject
      }
      return [
        "action": step.change.operation.kind.rawValue, "recordType": step.change.recordType,
        "recordName": step.change.recordName.rawValue, "fields": fields,
        "reason": errors[step.change.recordName]?.description,
      ]
    }
    return changes
      + plan.problems.map { ["action": "refused", "recordName": $0.recordName.rawValue, "reason": $0.reason] }
  }

  /// The exit status of the command.
  var status: ExitStatus {
    let status = outcome?.status ?? .done
    return status == .done && !plan.problems.isEmpty ? .answerIsNo : status
  }

  func text(_ style: Style) -> String {
    let errors = outcome?.errors ?? [:]
    var text = ""
    for step in plan.steps.prefix(Self.limit) { text += line(step, errors[step.change.recordName], style) }
    for problem in plan.problems.prefix(Self.limit) {
      text += style.mark("refused", .bad) + "  \(DisplayText.line(problem.recordName.rawValue)): \(problem.reason)\n"
    }
    let hidden = max(0, plan.steps.count - Self.limit) + max(0, plan.problems.count - Self.limit)
    if hidden > 0 { text += "and \(hidden) more; --format json lists all\n" }
    return text + conclusion
  }

  private func line(_ step: RecordStep, _ error: RecordError?, _ style: Style) -> String {
    let kind = step.change.operation.kind
    let word = error == nil ? kind.rawValue : "failed"
    let meaning: Style.Meaning = error != nil || kind.isDelete ? .bad : kind == .create ? .good : .doubtful
    var line = style.mark(word, meaning) + String(repeating: " ", count: max(1, 9 - word.count))
    line += "\(step.change.recordType) \(DisplayText.line(step.change.recordName.rawValue))"
    if let error { return line + ": \(DisplayText.line(error.description))\n" }
    let fields = kind == .update ? Self.fields(of: step).map(Self.text) : []
    return line + (fields.isEmpty ? "" : "  " + fields.joined(separator: ", ")) + "\n"
  }

  private var conclusion: String {
    var rest = ""
    if plan.unchanged > 0 { rest += ", \(plan.unchanged) unchanged" }
    if plan.skipped > 0 { rest += ", \(plan.skipped) skipped" }
    if !plan.problems.isEmpty { rest += ", \(plan.problems.count) refused" }
    guard let outcome else {
      return "\(plan.steps.count.of("change"))\(rest)\n" + (isSaved ? "" : "dry run: nothing was written\n")
    }
    return "\(container): \(outcome.created) created, \(outcome.updated) updated, \(outcome.deleted) deleted, "
      + "\(outcome.failed) failed\(rest)\n"
      + (outcome.wasStopped ? "stopped before the end; run the command again to finish\n" : "")
  }

  private struct ChangedField {
    let name: String
    let old, new: FieldValue?
  }

  private static func fields(of step: RecordStep) -> [ChangedField] {
    let operation = step.change.operation
    let names = Set(operation.record.fields.keys).union(operation.cleared)
    return names.sorted().map { ChangedField(name: $0, old: step.before[$0], new: operation.record[$0]) }
  }

  private static func text(_ field: ChangedField) -> String {
    func shown(_ value: FieldValue?) -> String {
      value.map { DisplayText.line(RecordList.text($0), atMost: 40) } ?? "(none)"
    }
    return "\(field.name): \(shown(field.old)) → \(shown(field.new))"
  }
}
