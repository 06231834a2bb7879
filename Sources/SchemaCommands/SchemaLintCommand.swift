import ArgumentParser
import CloudKitSchema
import CommandLineTool
import Diagnostics
import Foundation
import SchemaReview

struct SchemaLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check schema files with every rule: language, queries, security, names, comments.",
    discussion: """
      Exits with 1 if a finding has the severity of --fail-on or above. To suppress a finding, write \
      '// ckdb:ignore rule-id -- reason' at the end of its line or above it, 'ckdb:ignore-type' in or above the record \
      type, or 'ckdb:ignore-file' anywhere. '\(Program.current.rulesCommand)' lists the rules.
      """)

  @OptionGroup var schemas: SchemaFilesOptions

  @Option(
    help: ArgumentHelp(
      "Rule to check: an id or its leading words. Repeatable. (default: all rules except opt-in ones)", valueName: "id")
  )
  var select: [String] = []

  @Option(help: ArgumentHelp("Rule to skip: an id or its leading words. Repeatable.", valueName: "id"))
  var ignore: [String] = []

  @Option(help: ArgumentHelp("Lowest severity that exits with 1.", valueName: "severity"))
  var failOn: FailureThreshold = .error

  @Option(
    help: ArgumentHelp(
      "Report only the findings that the current branch adds: not those of the files in the commit where it left REF.",
      valueName: "ref"))
  var changed: String?

  @Flag(help: "Apply fixes that keep the schema, then report the remaining findings.")
  var fix = false

  @Flag(help: "With --fix, also apply fixes that change the schema, after showing them and asking for confirmation.")
  var unsafeFixes = false

  @Flag(help: "Skip confirmation before applying fixes that change the schema.")
  var yes = false

  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var checks: FindingsOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingsFormats>

  func validate() throws {
    if fix, schemas.files.contains("-") { throw ValidationError("--fix cannot change standard input; name a file") }
    if unsafeFixes, !fix { throw ValidationError("--unsafe-fixes requires --fix") }
  }

  func run() async throws {
    let configuration = try checks.configuration()
    let selection = try configuration.selection(select: select, ignore: ignore)
    let entries = try acceptance.findings(configuration)
    let texts = try await schemas.read(configuration)
    let earlier = try await earlierFindings(texts, selection)
    let results = try texts.map { try lint($0, selection, entries, earlier) }
    let found = results.flatMap(\.run.diagnostics)
    // An acceptance is kept unless all findings of its rule are known.
    let asked = results.dropFirst().reduce(results.first?.run.checkedRules ?? []) {
      $0.intersection($1.run.checkedRules)
    }
    let accepted = try acceptance.apply(
      entries, to: found, of: results.map(\.source.name), adding: earlier.added(in: found),
      asked: asked, selection: selection)
    let report = SchemaLintReport(results, accepted: accepted, earlier: earlier, limit: checks.limit.asLimit)
    try output.write(report, exit: failOn.severity.map(report.findings.has) == true ? .answerIsNo : .done)
  }

  /// Returns the findings of the files where the branch began; none without `--changed`. A new file has none.
  private func earlierFindings(_ texts: [SourceText], _ selection: RuleSelection) async throws -> EarlierFindings {
    var earlier = EarlierFindings()
    guard let changed else { return earlier }
    let commit = try await GitCommit(changed, for: "cannot compare with \(changed): ").whereHeadLeft()
    for text in texts {
      guard let bytes = try await commit.earlierBytes(of: LocatedFinding.checkoutPath(of: text.name)) else { continue }
      let file = SchemaFile(SourceText(name: text.name, bytes: bytes))
      earlier.add(LintRun(file, selection: selection).diagnostics)
    }
    return earlier
  }

  private func lint(
    _ text: SourceText, _ selection: RuleSelection, _ accepted: AcceptedFindings, _ earlier: EarlierFindings
  ) throws -> SchemaLintReport.Result {
    func fixed(_ text: SourceText, changingSchema: Bool) -> FixRun {
      FixRun.fixing(text, selection: selection, changingSchema: changingSchema) {
        earlier.added(in: accepted.outcome(of: $0, asked: [], files: accepted.names(of: [text.name])).open)
      }
    }
    guard fix else {
      let run = LintRun(SchemaFile(text), selection: selection)
      let hasFix = run.diagnostics.contains { $0.fix != nil }
      return .init(source: text, run: run, fixable: hasFix ? fixed(text, changingSchema: false).applied : 0)
    }
    var result = fixed(text, changingSchema: false)
    if result.applied > 0 { try write(result.source) }
    let more = fixed(result.source, changingSchema: true)
    var unsafe = more.applied
    if unsafeFixes, unsafe > 0, try confirms(more, of: result.source) {
      try write(more.source)
      (result, unsafe) = (more.adding(result.applied), 0)
    }
    let run = LintRun(SchemaFile(result.source), selection: selection)
    return .init(source: result.source, run: run, fixed: result.applied, unsafe: unsafe)
  }

  /// Shows fixes that change the schema, and returns whether the user confirms them.
  private func confirms(_ fixes: FixRun, of source: SourceText) throws -> Bool {
    // As scalars, since CR LF is a single character.
    let lines = UnifiedDiff.text(from: source, to: fixes.source).unicodeScalars.split(separator: "\n")
    for line in lines {
      let line = line.last == "\r" ? line.dropLast() : line
      Terminal.standardError.write(DisplayText.line(String(line), keepingTabs: true) + "\n")
    }
    return try Confirmation.ask(
      "change the schema of \(source.name) by \(fixes.applied.of("fix", "fixes"))?", isConfirmed: yes)
  }

  private func write(_ source: SourceText) throws {
    guard FileManager.default.fileExists(atPath: source.name) else {
      throw CommandFailure("cannot fix \(source.name): it is not a file; lint it without --fix")
    }
    try OutputFile.write(String(decoding: source.bytes, as: UTF8.self), to: source.name)
  }
}
