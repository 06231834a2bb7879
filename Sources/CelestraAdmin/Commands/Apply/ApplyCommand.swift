import ArgumentParser
import Catalog
import CloudKitRecords
import Curation
import Diagnostics

/// `apply`: applies a plan file.
struct ApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Apply a plan that 'seed --plan-out' wrote.",
    discussion: """
      Lists the records that have changed since the plan was written, writes nothing and exits with 1 where there are \
      some. Stopped halfway and run again, it finishes.
      """)

  @Argument(help: "The plan file, or - for standard input.")
  var file: String

  @Flag(help: "Compare the plan with the container, write nothing.")
  var dryRun = false

  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    var findings = Findings()
    guard let plan = try read(into: &findings) else {
      output.writeFindings(findings)
      throw ExitStatus.answerIsNo.code
    }
    var report = try await check(plan)
    if report.check.conflicts.isEmpty, !dryRun {
      guard try isConfirmed(report) else { throw ExitStatus.answerIsNo.code }
      try await apply(&report)
    }
    try output.write(report)
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
  private func opened(for plan: ChangePlan, toWrite: Bool) throws -> OpenedContainer {
    let isNew = try !container.exists && plan.changes.allSatisfy { $0.operation.kind == .create }
    if isNew { return try OpenedContainer(container, for: toWrite ? .creating : .planning) }
    return try OpenedContainer(container, for: toWrite ? .writing : .reading)
  }

  private func check(_ plan: ChangePlan) async throws -> ApplyReport {
    let opened = try opened(for: plan, toWrite: false)
    guard opened.layout.rawValue == plan.layout else {
      throw CommandFailure(
        "\(file) is a plan for the layout \(plan.layout), \(opened.name) has \(opened.layout.rawValue);"
          + " create a plan for this container")
    }
    let progress = ProgressLine()
    defer { progress.end() }
    let total = plan.changes.count
    let check = try await ChangePlanCheck(plan.changes, in: opened.store) {
      progress.update("records compared", done: $0, of: total)
    }
    return ApplyReport(container: opened.name, file: file, plan: plan, check: check)
  }

  private func isConfirmed(_ report: ApplyReport) throws -> Bool {
    let count = report.check.pending.deletions
    if count == 0 { return true }
    return try Confirmation.ask("delete \(count.of("record")) from \(report.container)?", isConfirmed: container.yes)
  }

  private func apply(_ report: inout ApplyReport) async throws {
    let opened = try opened(for: report.plan, toWrite: true)
    let progress = ProgressLine()
    defer { progress.end() }
    let pending = report.check.pending
    var run = ChangeRun(to: opened.store)
    try await run.apply(pending, progress: { progress.update("records", done: $0, of: pending.count) })
    report.outcome = run.outcome
  }
}
