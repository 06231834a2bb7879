import CloudKitRecords
import Curation
import Diagnostics

/// A record to report: one that changes, fails, is skipped, is a duplicate or is orphaned.
struct SeedItem: Encodable {
  /// A changed field, with its old and new values.
  struct Change: Encodable {
    let field: String
    let old, new: FieldValueItem?

    /// Creates an encodable change from a planned field change.
    init(_ change: FieldChange) {
      field = change.field
      old = change.old.map(FieldValueItem.init)
      new = change.new.map(FieldValueItem.init)
    }
  }

  let action, kind, title: String
  let recordName, reason, file, path: String?
  /// The 1-based line in the file.
  let line: Int?
  let changes: [Change]?

  /// The file and line of the seed.
  var place: String? { file.map { $0 + (line.map { ":\($0)" } ?? "") } }

  /// Returns the items of a plan's steps.
  static func all(
    of plan: SeedPlan, _ outcome: ChangeOutcome?, _ sources: [String: SeedSource]
  ) -> [SeedItem] {
    let errors = outcome?.errors ?? [:]
    return plan.steps.compactMap { step in
      let failure = errors.isEmpty ? nil : plan.name(of: step).flatMap { errors[$0] }
      return SeedItem(step, of: plan, failure: failure, sources)
    }
  }

  /// Creates the item of a step; returns `nil` if the record is unchanged.
  /// - Parameter failure: the error of a failed step.
  init?(_ step: SeedStep, of plan: SeedPlan, failure: RecordError?, _ sources: [String: SeedSource]) {
    var action: String
    var reason: String?
    var changes: [Change]?
    switch step.action {
    case .create: action = "create"
    case .update(let fields, _):
      action = "update"
      changes = fields.map(Change.init)
    case .unchanged: return nil
    case .duplicate(let title):
      action = "duplicate"
      reason = "the same feed as '\(title)'"
    case .skipped(let why):
      action = "skipped"
      reason = why
    }
    if let failure {
      action = "failed"
      reason = failure.description
    }
    let place = plan.place(of: step)
    self.action = action
    self.reason = reason
    self.changes = changes
    kind = step.kind.rawValue
    title = plan.label(of: step)
    recordName = plan.name(of: step)?.rawValue
    file = place?.file
    path = place?.path
    line = place.flatMap { place in place.range.flatMap { sources[place.file]?.line(of: $0) } }
  }

  /// Creates the item of a record that the seeds do not state.
  init(_ orphan: SeedOrphan, isPruned: Bool) {
    action = isPruned && orphan.keptBecause == nil ? "delete" : "orphaned"
    kind = orphan.kind.rawValue
    title = orphan.title
    recordName = orphan.name.rawValue
    reason = orphan.keptBecause
    file = nil
    path = nil
    line = nil
    changes = nil
  }

  /// Returns the item as text, followed by a line per changed field.
  func text(_ style: Style) -> String {
    let meaning: Style.Meaning =
      switch action {
      case "create": .good
      case "update", "orphaned": .doubtful
      case "delete", "failed": .bad
      default: .faint
      }
    var text = style.mark(action, meaning) + String(repeating: " ", count: max(1, 11 - action.count))
    text += "\(kind) \(DisplayText.line(title))" + (reason.map { ": \($0)" } ?? "")
    // A record that is not written can only be found in the file, so its place is shown.
    if reason != nil, let place { text += " (\(place))" }
    text += "\n"
    for change in changes ?? [] {
      let old = change.old?.text ?? "(none)"
      let new = change.new?.text ?? "(none)"
      text += "             \(change.field): \(DisplayText.line(old)) → \(DisplayText.line(new))\n"
    }
    return text
  }
}
