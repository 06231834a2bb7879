import CloudKitRecords
import CommandLineTool
import Diagnostics

/// What a command changed, could not change or, in a dry run, would change: the report of all commands that write
/// records which a person names.
struct ChangeReport: Report {
  /// The numbers of records by result.
  struct Counts {
    var created = 0, updated = 0, deleted = 0, failed = 0
    var wasStopped = false
  }

  let command, container: String
  let asOf: Timestamp?
  var findings = Findings()
  private(set) var items: [ChangeItem]
  var planned: Int
  /// The results; `nil` if nothing was written.
  private(set) var counts: Counts?
  /// The number of records that already match.
  var unchanged = 0
  /// The number of records that an option leaves as they are.
  var skipped = 0
  /// Whether the plan was saved to a file.
  var isSaved = false
  var isRefused = false
  /// What to say instead of totals if there was nothing to change, such as that no feeds match; `nil` otherwise.
  var nothing: String?
  /// What else the command counts, for JSON.
  var details: EncodableObject = [:]
  /// The totals of a command that groups its records. They stand for the line of totals.
  var tables: [ReportTable] = []
  /// The lines at the end of the text.
  var remarks: [String] = []

  init(_ command: String, _ container: String, asOf: Timestamp?, _ items: [ChangeItem], planned: Int? = nil) {
    self.command = command
    self.container = container
    self.asOf = asOf
    self.items = items
    self.planned = planned ?? items.count { $0.status == nil }
  }

  /// - Parameter outcome: `nil` if nothing was written.
  mutating func add(_ outcome: ChangeOutcome?) {
    guard let outcome else { return }
    counts = Counts(
      created: outcome.created, updated: outcome.updated, deleted: outcome.deleted, failed: outcome.failed,
      wasStopped: outcome.wasStopped)
    unchanged += outcome.settled
    keep(outcome.kept)
    var failures = Dictionary(outcome.failures.map { ($0.recordName.rawValue, $0) }) { first, _ in first }
    if failures.isEmpty { return }
    for index in items.indices {
      guard let failure = items[index].recordName.flatMap({ failures.removeValue(forKey: $0) }) else { continue }
      items[index].fail(.failed, failure.error.description)
    }
    items += outcome.failures.filter { failures[$0.recordName.rawValue] != nil }.map(ChangeItem.init)
  }

  /// Marks changes as not made, because a change before them failed or the run was stopped.
  private mutating func keep(_ changes: Set<ChangeOutcome.Kept>) {
    let places = items.indices.filter { place in
      guard let name = items[place].recordName, let kind = RecordOperation.Kind(rawValue: items[place].action) else {
        return false
      }
      return changes.contains(ChangeOutcome.Kept(recordName: RecordName(name), kind: kind))
    }
    if places.isEmpty { return }
    let word = places.allSatisfy { items[$0].action == RecordOperation.Kind.delete.rawValue } ? "deleted" : "written"
    let reason = "not \(word), because the run did not finish"
    for index in places {
      items[index].fail(.failed, reason)
      items[index].isFound = true
    }
    remarks.append("\(reason): \(places.count.of("record"))")
  }

  /// Sets the results of a command that does not list the records it writes.
  mutating func add(_ counts: Counts) { self.counts = counts }

  var status: ExitStatus {
    if counts?.wasStopped == true { return .failed }
    let hasFailed = counts?.failed ?? 0 > 0 || items.contains { $0.status != nil }
    return isRefused || hasFailed ? .answerIsNo : .done
  }

  var summary: EncodableObject {
    let counts = counts ?? Counts()
    let common: EncodableObject = [
      "container": container, "dryRun": self.counts == nil, "stopped": counts.wasStopped, "planned": planned,
      "created": counts.created, "updated": counts.updated, "deleted": counts.deleted, "failed": counts.failed,
      "unchanged": unchanged, "skipped": skipped,
    ]
    return common.adding(details)
  }

  func text(_ style: Style) -> String {
    func lines(_ lines: [String]) -> String { lines.map { DisplayText.line($0) + "\n" }.joined() }
    return items.filter { !$0.isFound }.text(style) + lines(headline)
      + tables.filter { !$0.rows.isEmpty }.map { $0.text(style) }.joined() + lines(conclusion)
  }

  func markdown() -> String {
    let totals = tables.filter { !$0.rows.isEmpty }.map(\.markdown)
    let lines = (headline + conclusion).map { "- \(Markdown.escaped($0))\n" }.joined()
    let parts = totals + [items.markdown(), lines]
    return "### `\(command)` of \(Markdown.escaped(container))\n\n"
      + parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The line of totals; empty for a command that groups its records, and for a refused plan.
  private var headline: [String] {
    if isRefused { return [] }
    if let nothing { return [nothing] }
    let isIdle = planned == 0 && status == .done
    if isIdle { return [(["nothing to do: \(container) already matches"] + rest).joined(separator: ", ")] }
    return tables.isEmpty ? [totals] : []
  }

  private var conclusion: [String] {
    var lines = remarks
    if counts == nil, !isSaved, !isRefused, nothing == nil { lines.append("dry run: nothing was written") }
    if counts?.wasStopped == true { lines.append("stopped before the end; run the same command again to finish") }
    return lines
  }

  private var totals: String {
    let parts = counts.map(\.texts) ?? [planned.of("change")]
    let text = (parts + rest).joined(separator: ", ")
    return counts == nil ? text : "\(container): \(text)"
  }

  private var rest: [String] {
    let refused = items.count { $0.status == .refused }
    return Counts.texts([(unchanged, "unchanged"), (skipped, "skipped"), (refused, "refused")])
  }
}

extension ChangeReport.Counts {
  /// The numbers with their words, such as `2 created`, without zeros.
  var texts: [String] {
    let texts = Self.texts([(created, "created"), (updated, "updated"), (deleted, "deleted"), (failed, "failed")])
    return texts.isEmpty ? ["nothing written"] : texts
  }

  static func texts(_ counts: [(count: Int, word: String)]) -> [String] {
    counts.filter { $0.count > 0 }.map { "\($0.count) \($0.word)" }
  }
}
