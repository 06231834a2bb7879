import ArgumentParser
import CloudKitSchema
import Diagnostics
import SchemaReview

/// `schema lint`: what CloudKit refuses, and what it accepts and people regret.
struct SchemaLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Look at schema files with every rule: language, queries, security, names, comments.",
    discussion: """
      Exits with 1 when there is a finding of the severity --fail-on names. A finding is silenced where it stands by \
      '// ckdb:ignore rule-id -- reason' at the end of its line or above it, 'ckdb:ignore-type' in or above a record \
      type, 'ckdb:ignore-file' anywhere. 'schema rules' lists the rules.
      """)

  @Argument(help: "The files: \(SchemaInputOptions.forms).")
  var files: [String]

  @OptionGroup var input: SchemaInputOptions

  @OptionGroup var rules: RuleOptions

  @Option(help: "Exit with 1 for findings of this severity and above: error, warning, info; or never.")
  var failOn: FailureThreshold = .error

  @Flag(help: "Apply the safe fixes to the files, then report what is left.")
  var fix = false

  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var configurationFile: ConfigurationOptions
  @OptionGroup var limit: FindingsLimitOptions
  @OptionGroup var output: OutputOptions<FindingsFormats>

  func validate() throws {
    if fix, files.contains("-") { throw ValidationError("--fix cannot change standard input; name a file") }
  }

  func run() async throws {
    let configuration = try configurationFile.effective()
    let selection = try rules.selection(configuration)
    let results = try zip(files, try input.read(files)).map { try lint($0, $1, selection) }
    let accepted = try acceptance.apply(
      to: results.flatMap(\.run.diagnostics), configured: configuration.accepted?.value,
      asked: results.reduce(into: []) { $0.formUnion($1.run.asked) }, selection: selection)
    let report = SchemaLintReport(results, accepted: accepted, limit: limit.maxFindings)
    try output.write(report)
    try (failOn.severity.map(report.findings.has) == true ? ExitStatus.answerIsNo : .done).exit()
  }

  private func lint(_ path: String, _ text: SourceText, _ selection: RuleSelection) throws -> SchemaLintReport.Result {
    var source = text
    let fixed = fix ? FixedFile(source, selection: selection) : nil
    if let fixed, fixed.applied > 0 { source = try fixed.write(to: path) }
    return .init(source, LintRun(SchemaFile(source), selection: selection), fixed: fixed?.applied ?? 0)
  }
}

/// From which severity on findings make a command answer no.
enum FailureThreshold: String, CaseIterable, ExpressibleByArgument {
  case error, warning, info, never

  /// The least severity; `nil` for none.
  var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
}
