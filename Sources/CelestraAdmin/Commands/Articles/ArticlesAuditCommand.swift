import ArgumentParser
import Articles
import CSV
import CloudKitRecords
import Diagnostics
import HTMLPage

/// `articles audit`: checks stored articles.
struct ArticlesAuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Find articles that never expire, have no feed, are repeated, or contain unsafe HTML.",
    discussion: "The exit code is 1 if a finding is not a note. Notes are copies in other feeds and foreign names.")

  @Flag(
    help: "Fix findings: set expiries and dates, sanitize HTML, and delete repeated articles and those without a feed.")
  var fix = false

  @Flag(help: "With --fix, show the number of fixes, but write nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Days to keep an article, at most 90. (default: 90; 30 in a CelestraKit container)", valueName: "days"))
  var retention: RetentionDays?

  @OptionGroup var deletions: DeletionOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<ListFormats>

  func validate() throws {
    try retention?.check()
    if dryRun, !fix { throw ValidationError("--dry-run requires --fix; without --fix nothing is written") }
  }

  func run() async throws {
    let opened = try container.open(for: fix && !dryRun ? .writing : .reading)
    let asOf = clock.asOf
    var settings = try ArticleSettings(opened.layout)
    settings.retentionDays = retention?.days ?? settings.retentionDays
    let line = ProgressLine()
    let audit = try await ArticleAudit(opened.reader, settings: settings, asOf: asOf) {
      line.update("articles checked", done: $0, of: nil)
    }
    line.end()
    var write = PlannedWrite(container: opened.name, store: opened.store, changes: audit.fixes)
    write.limit = deletions.limit
    write.isDryRun = dryRun
    let fixed = fix ? try await write.run { opened.store } : nil
    let report = ArticleAuditReport(container: opened.name, asOf: asOf, audit: audit, fixed: fixed, plansFixes: fix)
    try output.write(report)
    try report.status.exit()
  }
}

/// The findings about stored articles.
struct ArticleAuditReport: TableReport {
  private static let rowsShown = 100

  let command = "articles audit"
  let container: String
  let asOf: Timestamp?
  let audit: ArticleAudit
  /// The outcome of the fixes; `nil` if none were applied.
  let fixed: ChangeOutcome?
  let plansFixes: Bool

  /// A finding.
  struct Item: Encodable {
    let rule, recordName, title, message: String
    let fixable: Bool
  }

  var items: [Item] {
    audit.findings.map {
      Item(
        rule: $0.rule.rawValue, recordName: $0.record.rawValue, title: $0.title, message: $0.message,
        fixable: $0.isFixable)
    }
  }

  /// The exit status of the command: 1 for findings that remain and are not notes.
  var status: ExitStatus {
    if let fixed, fixed.status != .done { return fixed.status }
    let left = audit.counts.filter { !$0.key.isNote && (fixed == nil || $0.key == .duplicateURL) }
    return left.isEmpty ? .done : .answerIsNo
  }

  var summary: EncodableObject {
    [
      "container": container, "articles": audit.articles,
      "rules": Dictionary(uniqueKeysWithValues: audit.counts.map { ($0.key.rawValue, $0.value) }),
      "fixes": audit.fixes.count, "fixed": fixed?.written, "failed": fixed?.failed,
    ]
  }

  private func table(_ items: some Sequence<Item>) -> ReportTable {
    ReportTable(
      "findings", [.text("rule"), .text("article", width: 50), .text("finding", width: 90)],
      rows: items.map { [.init($0.rule), .init($0.title), .init($0.message)] })
  }

  func text(_ style: Style) -> String {
    if audit.counts.isEmpty {
      return style.mark("no findings", .good) + " in \(container): \(audit.articles.of("article")) checked\n"
    }
    var text = table(items.prefix(Self.rowsShown)).text(style)
    let all = audit.counts.values.reduce(0, +)
    if all > Self.rowsShown { text += "and \(all - Self.rowsShown) more; --format json lists them\n" }
    text +=
      "\n"
      + audit.counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue): \($0.value)\n" }.joined()
    if let fixed {
      text += "\(fixed.written.of("record")) fixed\n"
      for failure in fixed.failures.prefix(20) {
        text += style.mark("failed", .bad) + " \(DisplayText.line(failure.description))\n"
      }
    } else if !audit.fixes.isEmpty {
      text += "--fix can fix \(audit.fixes.count.of("record"))\n" + (plansFixes ? "dry run: nothing was written\n" : "")
    }
    return text
  }

  func markdown() -> String { table(items).markdown }

  func csv() -> String {
    CSVWriter().document(
      ["rule", "recordName", "title", "message", "fixable"],
      items.map { [$0.rule, $0.recordName, $0.title, $0.message, "\($0.fixable)"] })
  }
}
