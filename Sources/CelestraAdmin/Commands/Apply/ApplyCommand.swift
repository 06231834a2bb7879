import ArgumentParser
import Catalog
import CloudKitRecords
import Curation
import Diagnostics

struct ApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Apply a plan that --plan-out wrote.",
    discussion: """
      If records have changed since the plan was written, lists them, writes nothing, and exits with 1. To finish an \
      interrupted run, run the command again.
      """)

  @Argument(help: "Plan file, or - for standard input.", completion: .file())
  var file: String

  @Flag(help: "Compare the plan with the container. Write nothing.")
  var dryRun = false

  @OptionGroup var deletions: DeletionOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    var findings = Findings()
    guard let plan = try read(into: &findings) else {
      output.writeFindings(findings)
      throw ExitStatus.answerIsNo.code
    }
    let container = try container.matching(plan, in: file)
    let opened = try opened(for: plan, container, toWrite: false)
    let layout = try layout(of: plan, in: opened, container)
    let check = try await check(plan, opened, layout)
    var report = ApplyReport(container: opened.name, file: file, plan: plan, check: check)
    let write = write(check.pending, to: opened, layout, isConfirmed: container.yes)
    if check.conflicts.isEmpty {
      report.outcome = try await write.run { try self.opened(for: plan, container, toWrite: true).store }
    }
    try output.write(report)
    if dryRun, check.conflicts.isEmpty { try await write.checkLimit() }
    try report.status.exit()
  }

  private func read(into findings: inout Findings) throws -> ChangePlan? {
    let source = try InputFile.read(file)
    var diagnostics: [Diagnostic] = []
    let plan = PlanFileReader.read(source, into: &diagnostics)
    findings.add(diagnostics, in: source)
    return plan
  }

  /// Opens the container. If the container is missing and the plan only creates records, opens a new one: on disk
  /// with `toWrite`, otherwise in memory.
  private func opened(
    for plan: ChangePlan, _ container: ContainerOptions, toWrite: Bool
  ) throws -> ContainerHandle {
    let isNew = try !container.exists && plan.changes.allSatisfy { $0.operation.kind == .create }
    if isNew { return try container.open(for: toWrite ? .creating : .planning) }
    return try container.open(for: toWrite ? .writing : .reading, keepingSchema: plan.layout == ChangePlan.anyLayout)
  }

  private func check(
    _ plan: ChangePlan, _ opened: ContainerHandle, _ layout: CatalogLayout?
  ) async throws -> ChangePlanCheck {
    let progress = ProgressLine()
    defer { progress.end() }
    let total = plan.changes.count
    var check = try await ChangePlanCheck(plan.changes, in: opened.store) {
      progress.update("records compared", done: $0, of: total)
    }
    check.add(try await conflicts(of: check.pending, opened, layout))
    return check
  }

  private func conflicts(
    of pending: [PlannedChange], _ opened: ContainerHandle, _ layout: CatalogLayout?
  ) async throws -> [ChangePlanCheck.Conflict] {
    guard let layout else { return [] }
    let reader = CatalogReader(opened.store, layout: layout, schema: opened.schema)
    return try await PlanDependencies(of: pending, in: reader).conflicts()
  }

  private func write(
    _ pending: [PlannedChange], to opened: ContainerHandle, _ layout: CatalogLayout?, isConfirmed: Bool
  ) -> PlannedWrite {
    var write = PlannedWrite(container: opened.name, store: opened.store, changes: pending)
    write.limit = deletions.limit
    if pending.deletions > 0 { write.question = "delete \(pending.deletions.of("record")) from \(opened.name)?" }
    write.isConfirmed = isConfirmed
    write.isDryRun = dryRun
    write.dependencies = { try await conflicts(of: $0, opened, layout) }
    return write
  }

  /// Returns the layout of the plan, or `nil` if the plan is for records of any type, which fit the schema.
  private func layout(
    of plan: ChangePlan, in opened: ContainerHandle, _ container: ContainerOptions
  ) throws -> CatalogLayout? {
    if plan.layout == ChangePlan.anyLayout {
      let rules = RecordRules(try container.schema(keeping: opened.schema))
      for change in plan.changes where !change.operation.kind.isDelete {
        guard let problem = rules.problem(of: change.operation.record) else { continue }
        throw CommandFailure(
          "\(file) does not fit the schema of \(opened.name): \(change.recordType) \(change.recordName):"
            + " \(problem.reason); create the plan again")
      }
      return nil
    }
    let layout = CatalogLayout(opened.schema)
    guard let layout, layout.rawValue == plan.layout else {
      throw CommandFailure(
        "\(file) is a plan for the layout \(plan.layout), \(opened.name) has \(layout?.rawValue ?? "no catalog");"
          + " create a plan for this container")
    }
    return layout
  }
}

/// A plan compared with a container, and the results of its changes.
struct ApplyReport: Report {
  let command = "apply"
  let container, file: String
  let plan: ChangePlan
  let check: ChangePlanCheck
  /// The results; `nil` if nothing was applied.
  var outcome: ChangeOutcome?

  var asOf: Timestamp? { plan.asOf }

  var summary: EncodableObject {
    [
      "container": container, "plan": file, "dryRun": outcome == nil, "stopped": outcome?.wasStopped ?? false,
      "changes": plan.changes.count, "done": check.done.count, "pending": check.pending.count,
      "moved": check.conflicts.count, "created": outcome?.created ?? 0, "updated": outcome?.updated ?? 0,
      "deleted": outcome?.deleted ?? 0, "failed": outcome?.failed ?? 0,
    ]
  }

  /// The changes that are pending, conflict or failed.
  var items: [ChangeItem] {
    if !check.conflicts.isEmpty {
      return check.conflicts.map { ChangeItem($0.change, status: "moved", reason: $0.reason) }
    }
    guard let errors = outcome?.errors else {
      return check.pending.map { ChangeItem($0, status: "pending", reason: nil) }
    }
    return check.pending.compactMap { change in
      errors[change.recordName].map { ChangeItem(change, status: "failed", reason: $0.description) }
    }
  }

  var status: ExitStatus { check.conflicts.isEmpty ? outcome?.status ?? .done : .answerIsNo }

  func text(_ style: Style) -> String {
    var text = ""
    let items = items
    for item in items.prefix(100) {
      let isPending = item.reason == nil
      let word = isPending ? item.action : item.status == "moved" ? "conflict" : "failed"
      let mark = style.mark(word, isPending ? .good : .bad)
      text += mark + String(repeating: " ", count: max(1, 9 - word.count))
      text += "\(item.recordType) \(DisplayText.line(item.title))" + (item.reason.map { ": \($0)" } ?? "") + "\n"
    }
    if items.count > 100 { text += "and \(items.count - 100) more; --format json lists all\n" }
    return text + conclusion
  }

  func markdown() -> String {
    var text = "### `apply` of \(Markdown.escaped(file)) to \(Markdown.escaped(container))\n\n"
    if !items.isEmpty {
      text += Markdown.table(
        ["status", "action", "record type", "title", "why"],
        rows: items.prefix(500).map { [$0.status ?? "", $0.action, $0.recordType, $0.title, $0.reason ?? ""] })
      text += "\n"
    }
    return text + conclusion.split(separator: "\n").map { "- \(Markdown.escaped(String($0)))\n" }.joined()
  }

  private var conclusion: String {
    if !check.conflicts.isEmpty {
      let count = check.conflicts.count
      let records = "\(count.of("record")) \(count == 1 ? "differs" : "differ")"
      return "\(container) has changed since \(file) was written: \(records);"
        + " nothing was written, create the plan again\n"
    }
    let done = check.done.isEmpty ? "" : ", \(check.done.count) already applied"
    guard let outcome else {
      return "\(check.pending.count.of("change")) to apply\(done)\ndry run: nothing was written\n"
    }
    return "\(container): \(outcome.created) created, \(outcome.updated) updated, \(outcome.deleted) deleted, "
      + "\(outcome.failed) failed\(done)\n"
      + (outcome.wasStopped ? "stopped before the end; run the command again to finish\n" : "")
  }
}
