import CloudKitRecords
import Curation

/// One record of a seed that is not simply as it was.
struct SeedItem: Encodable {
  /// A field that changes.
  struct Change: Encodable {
    let field: String
    let old, new: FieldValueItem?

    /// A change of a plan.
    init(_ change: FieldChange) {
      field = change.field
      old = change.old.map(FieldValueItem.init)
      new = change.new.map(FieldValueItem.init)
    }
  }

  let action, kind, title: String
  let recordName, reason, file, path: String?
  /// The 1-based line of the file.
  let line: Int?
  let changes: [Change]?

  /// The items of a plan's steps.
  static func all(
    of plan: SeedPlan, _ outcome: ChangeOutcome?, _ sources: [String: SeedSource]
  ) -> [SeedItem] {
    let errors = outcome?.errors ?? [:]
    return plan.steps.compactMap { step in
      let failure = errors.isEmpty ? nil : plan.name(of: step).flatMap { errors[$0] }
      return SeedItem(step, of: plan, failure: failure, sources)
    }
  }

  /// What is to become of a step; `nil` where nothing is.
  /// - Parameter failure: why it could not be done.
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

  /// What is to become of a record that the seeds do not state.
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

  /// The item for people, with its changes field by field.
  func text(_ style: Style) -> String {
    let meaning: Style.Meaning =
      switch action {
      case "create": .good
      case "update", "orphaned": .doubtful
      case "delete", "failed": .bad
      default: .faint
      }
    var text = style.mark(action, meaning) + String(repeating: " ", count: max(1, 11 - action.count))
    text += "\(kind) \(OneLine.text(title))" + (reason.map { ": \($0)" } ?? "")
    // What comes to nothing is to be found in the file; what is done is found in the container.
    if reason != nil, let file { text += " (\(file)\(line.map { ":\($0)" } ?? ""))" }
    text += "\n"
    for change in changes ?? [] {
      let old = change.old?.text ?? "(none)"
      let new = change.new?.text ?? "(none)"
      text += "             \(change.field): \(OneLine.text(old)) → \(OneLine.text(new))\n"
    }
    return text
  }
}
