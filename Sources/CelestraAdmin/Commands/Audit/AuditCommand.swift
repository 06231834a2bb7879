import ArgumentParser
import CloudKitRecords
import Curation

/// `audit`: what is wrong in a catalogue.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Find what is wrong in a catalogue: references, identities, values.",
    usage: """
      celestra-admin audit [<options>]
      celestra-admin audit rules
      celestra-admin audit explain <id>
      """,
    subcommands: [AuditRunCommand.self, AuditRulesCommand.self, AuditExplainCommand.self],
    defaultSubcommand: AuditRunCommand.self)
}

/// `audit`: looks at the whole catalogue.
struct AuditRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Look at the whole catalogue; this is what audit does by itself.",
    discussion: "Exits with 1 when there is a finding of the severity --fail-on names.")

  @Option(help: ArgumentHelp("Only these rules: an id; may be repeated.", valueName: "id"))
  var select: [String] = []

  @Option(help: ArgumentHelp("Not these rules: an id; may be repeated.", valueName: "id"))
  var ignore: [String] = []

  @Option(help: "Exit with 1 for findings of this severity and above: error, warning, info or never.")
  var failOn: FailureThreshold = .info

  @Flag(help: "Apply safe fixes, then report what is left.")
  var fix = false

  @Flag(help: "With --fix: show the fixes, write nothing.")
  var dryRun = false

  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<FindingsFormats>

  func validate() throws {
    for id in select + ignore where !AuditRule.all.contains(where: { $0.id == id }) {
      throw ValidationError(RulesReport.unknownRule(id, among: AuditRule.all.map(\.id), list: "audit rules"))
    }
    if dryRun, !fix { throw ValidationError("--dry-run is for --fix: without it nothing is written anyway") }
  }

  func run() async throws {
    let opened = try fix && !dryRun ? container.openExisting() : container.openForReading()
    let asOf = clock.asOf
    var outcome = try await audit(opened, asOf: asOf)
    let fixed = fix ? try await applyFixes(of: &outcome, opened, asOf: asOf) : nil
    let report = AuditReport(container: opened.name, asOf: asOf, outcome: outcome, fixed: fixed)
    try output.write(report)
    try report.status(failingOn: failOn.severity).exit()
  }

  /// Applies the fixes, then audits again; a dry run only lists the fixes.
  private func applyFixes(
    of outcome: inout CatalogAudit.Outcome, _ opened: ContainerOptions.Opened, asOf: Timestamp
  ) async throws -> ChangeOutcome? {
    let fixes = outcome.fixes
    if fixes.isEmpty { return nil }
    if dryRun {
      for change in fixes { Terminal.standardError.write("would \(AuditReport.line(change))\n") }
      return nil
    }
    var run = ChangeRun(to: opened.store)
    try await run.apply(fixes)
    outcome = try await audit(opened, asOf: asOf)
    return run.outcome
  }

  private func audit(_ opened: ContainerOptions.Opened, asOf: Timestamp) async throws -> CatalogAudit.Outcome {
    let progress = ProgressLine()
    defer { progress.end() }
    var audit = CatalogAudit(opened.reader, asOf: asOf)
    let outcome = try await audit.run { progress.update("records looked at", done: $0, of: nil) }
    return outcome.filtered { (select.isEmpty || select.contains($0.id)) && !ignore.contains($0.id) }
  }
}
