import CloudKitRecords
import Curation
import Diagnostics

/// A record to report: one that changes, fails, is skipped, is a duplicate or is orphaned.
struct SeedItem: Encodable {
  /// A changed field, with its old and new values.
  struct Change: Encodable {
    private enum CodingKeys: CodingKey { case field, old, new }

    let field: String
    let old, new: FieldValueItem?
    let text: String

    /// Creates an encodable change from a planned field change.
    /// - Parameter titles: titles of referenced feeds.
    init(_ change: FieldChange, titles: [RecordName: String]) {
      field = change.field
      old = change.old.map(FieldValueItem.init)
      new = change.new.map(FieldValueItem.init)
      let lists = [change.old, change.new].map { ($0?.list ?? []).compactMap { $0.reference?.recordName } }
      if lists.joined().isEmpty {
        let values = [old, new].map { DisplayText.line($0?.text ?? "(none)") }
        text = "\(field): \(values.joined(separator: " → "))"
      } else {
        let names = lists.map(Set.init)
        let added = lists[1].filter { !names[0].contains($0) }.map { ("+", $0) }
        let removed = lists[0].filter { !names[1].contains($0) }.map { ("-", $0) }
        let isReordered = added.isEmpty && removed.isEmpty
        let shown = (isReordered ? lists[1].map { ("", $0) } : added + removed).map { sign, name in
          "\(sign)'\(DisplayText.line(titles[name] ?? name.rawValue))'"
        }
        text = "\(field): \(isReordered ? "new order " : "")\(shown.joined(separator: ", "))"
      }
    }
  }

  let action, kind, title: String
  let recordName, reason, file, path: String?
  /// The 1-based line in the file.
  let line: Int?
  let changes: [Change]?

  var place: String? { file.map { $0 + (line.map { ":\($0)" } ?? "") } }

  /// Returns the items of a plan's steps.
  static func all(
    of plan: SeedPlan, _ outcome: ChangeOutcome?, _ sources: [String: SeedSource]
  ) -> [SeedItem] {
    let errors = outcome?.errors ?? [:]
    return plan.steps.compactMap { step in
      let failure = errors.isEmpty ? nil : step.recordName.flatMap { errors[$0] }
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
    case .update(let fields):
      action = "update"
      changes = fields.map { Change($0, titles: plan.titles) }
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
    let place = step.place
    self.action = action
    self.reason = reason
    self.changes = changes
    kind = step.kind.rawValue
    title = step.title
    recordName = step.recordName?.rawValue
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
    return text + (changes ?? []).map { "             \($0.text)\n" }.joined()
  }
}
