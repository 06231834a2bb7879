import ArgumentParser
import Catalog
import CloudKitRecords
import Curation
import Diagnostics

/// `apply`: makes the changes of a plan file.
struct ApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Make the changes of a plan that 'seed --plan-out' wrote.",
    discussion: """
      Refused, with the records that differ, where the container is not what the plan was made for any more; nothing \
      is written then, and the exit code is 1. Stopped half way and run again, it finishes.
      """)

  @Argument(help: "The plan file, or - for standard input.")
  var file: String

  @Flag(help: "Hold the plan against the container, write nothing.")
  var dryRun = false

  @OptionGroup var container: ContainerOptions
  @OptionGroup var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    var findings = Findings()
    guard let plan = try read(into: &findings) else {
      output.tell(findings)
      throw ExitStatus.answerIsNo.code
    }
    var report = try await check(plan)
    if report.check.moved.isEmpty, !dryRun {
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

  /// A container that is not there yet can only be made by a plan that was made for none.
  private func opened(for plan: ChangePlan, toWrite: Bool) throws -> ContainerOptions.Opened {
    let isNew = try !container.exists && plan.changes.allSatisfy { $0.operation.kind == .create }
    if isNew { return try toWrite ? container.openOrMake() : container.openInMemory() }
    return try toWrite ? container.openExisting() : container.openForReading()
  }

  private func check(_ plan: ChangePlan) async throws -> ApplyReport {
    let opened = try opened(for: plan, toWrite: false)
    guard opened.layout == plan.layout else {
      throw CommandFailure(
        "\(file) is a plan for the layout \(plan.layout.rawValue), \(opened.name) has \(opened.layout.rawValue);"
          + " make a plan for this container")
    }
    let progress = ProgressLine()
    defer { progress.end() }
    let total = plan.changes.count
    let check = try await ChangeRun(store: opened.store).check(plan.changes) {
      progress.update("records compared", done: $0, of: total)
    }
    return ApplyReport(container: opened.name, file: file, plan: plan, check: check)
  }

  private func isConfirmed(_ report: ApplyReport) throws -> Bool {
    let count = report.check.pending.count { $0.operation.kind.isDelete }
    if count == 0 { return true }
    return try Confirmation.ask("delete \(count.of("record")) from \(report.container)?", isGiven: container.yes)
  }

  private func apply(_ report: inout ApplyReport) async throws {
    let opened = try opened(for: report.plan, toWrite: true)
    let progress = ProgressLine()
    defer { progress.end() }
    let pending = report.check.pending
    report.outcome = try await ChangeRun(store: opened.store).apply(pending) {
      progress.update("records", done: $0, of: pending.count)
    }
  }
}
