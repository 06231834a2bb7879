import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import CommandLineTool
import ConfigurationFile
import Curation
import Diagnostics

struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Find errors in the records of a catalog.",
    discussion: """
      The exit code is 1 if a finding has at least the severity of --fail-on. 'celestra-admin rules' lists the rules and \
      explains each.
      """)

  @Option(help: ArgumentHelp("Rule id to check. Repeatable. (default: all rules)", valueName: "id"))
  var select: [String] = []

  @Option(help: ArgumentHelp("Rule id to skip. Repeatable.", valueName: "id"))
  var ignore: [String] = []

  @Option(
    help: ArgumentHelp(
      "Check one part: catalog (everything but articles) or articles. (default: both)", valueName: "part"))
  var only: CatalogAudit.Part?

  @Option(help: ArgumentHelp("Exit with 1 for findings of at least this severity.", valueName: "severity"))
  var failOn: FailureThreshold = .warning

  @Option(
    help: ArgumentHelp(
      "Days to keep an article, at most 90. (default: 90; 30 in a CelestraKit container)", valueName: "days"))
  var retention: RetentionDays?

  @Flag(help: "Apply safe fixes, then report the remaining findings.")
  var fix = false

  @Flag(help: "With --fix, show the fixes, but write nothing.")
  var dryRun = false

  @OptionGroup var deletions: DeletionOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingsFormats>

  func validate() throws {
    try retention?.check()
    for id in select + ignore where Rule.ofAudits.named(id) == nil {
      throw ValidationError(RulesReport.unknownRule(id, among: Rule.ofAudits.map(\.id)))
    }
    if dryRun, !fix { throw ValidationError("--dry-run requires --fix; without --fix nothing is written") }
  }

  func run() async throws {
    let opened = try container.open(for: fix && !dryRun ? .writing : .reading, isPlanned: true)
    let asOf = clock.asOf
    var outcome = try await audit(opened, asOf: asOf)
    let fixed = fix ? try await applyFixes(of: &outcome, opened, asOf: asOf) : nil
    let report = AuditReport(container: opened.name, asOf: asOf, outcome: outcome, fixed: fixed)
    try output.write(report, exit: report.status(failingOn: failOn.severity))
  }

  /// Applies the fixes and audits again, or only lists the fixes in a dry run.
  private func applyFixes(
    of outcome: inout CatalogAudit.Outcome, _ opened: ContainerHandle, asOf: Timestamp
  ) async throws -> ChangeOutcome? {
    let fixes = outcome.fixes
    if fixes.isEmpty { return nil }
    if dryRun { Terminal.standardError.write([ChangeItem](fixes).text(.plain) + "dry run: nothing was written\n") }
    var write = PlannedWrite(fixes, to: opened, container.approval, isDryRun: dryRun)
    write.limit = deletions.limit
    write.items = items(fixes, in: outcome)
    write.askBeforeDeleting()
    write.dependencies = { pending in
      // A feed may have come back.
      let fixes = Set(try await audit(opened, asOf: asOf).fixes)
      return pending.filter { !fixes.contains($0) }.map { ($0, "the finding is another one, or gone") }
    }
    if dryRun { try await write.checkLimit() }
    let fixed = try await write.run { opened.store }
    if fixed != nil { outcome = try await audit(opened, asOf: asOf) }
    return fixed
  }

  /// Returns fixes with the findings that they resolve as reasons.
  private func items(_ fixes: [PlannedChange], in outcome: CatalogAudit.Outcome) -> [ChangeItem] {
    let fixable = outcome.findings.flatMap { finding in
      finding.fixes.map { ($0.recordName, finding.diagnostic.message) }
    }
    let reasons = Dictionary(fixable) { first, _ in first }
    return fixes.map {
      var item = ChangeItem($0)
      item.reason = reasons[$0.recordName]
      return item
    }
  }

  private func audit(_ opened: ContainerHandle, asOf: Timestamp) async throws -> CatalogAudit.Outcome {
    let reader = try opened.reader
    var articles = ArticleSettings(reader.layout, try container.configuration().articles)
    articles.retentionDays = retention?.days ?? articles.retentionDays
    var audit = CatalogAudit(reader, container: opened.name, articles: articles, asOf: asOf)
    let parts = only.map { [$0] } ?? CatalogAudit.Part.allCases
    let outcome = try await audit.run(Set(parts), progress: ProgressLine.counting("records checked"))
    return outcome.filtered { (select.isEmpty || select.contains($0)) && !ignore.contains($0) }
  }
}

extension CatalogAudit.Part: ExpressibleByArgument {}
