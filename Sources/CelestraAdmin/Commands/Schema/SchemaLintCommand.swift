import ArgumentParser
import CloudKitSchema
import Diagnostics

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

  @Option(help: "Exit with 1 for findings of this severity and above: error, warning or info.")
  var failOn: Diagnostic.Severity = .error

  @Option(help: "Show this many findings at the most, the most severe first.")
  var maxFindings: Int = 1000

  @Flag(help: "Apply the safe fixes to the files, then report what is left.")
  var fix = false

  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var output: FindingsOutputOptions

  func validate() throws {
    if maxFindings < 0 { throw ValidationError("--max-findings is a number of findings, 0 or more") }
    if fix, files.contains("-") { throw ValidationError("--fix cannot change standard input; name a file") }
  }

  func run() async throws {
    let selection = try rules.selection()
    var results: [SchemaLintReport.Result] = []
    for (path, text) in zip(files, try input.read(files)) {
      var source = text
      let fixed = fix ? FixedFile(source, selection: selection) : nil
      if let fixed, fixed.applied > 0 { source = try fixed.write(to: path) }
      results.append(.init(source, LintRun(SchemaFile(source), selection: selection), fixed: fixed?.applied ?? 0))
    }
    let accepted = try acceptance.apply(to: results.flatMap(\.run.diagnostics))
    let report = SchemaLintReport(results, accepted: accepted, limit: maxFindings)
    try output.write(report)
    try (report.fails(atLeast: failOn) ? ExitStatus.answerIsNo : .done).exit()
  }
}

extension Diagnostic.Severity: ExpressibleByArgument {}
