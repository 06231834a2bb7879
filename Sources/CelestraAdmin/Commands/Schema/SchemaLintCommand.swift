import ArgumentParser
import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview

/// `schema lint`: what CloudKit refuses, and what it accepts but causes trouble later.
struct SchemaLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check schema files with every rule: language, queries, security, names, comments.",
    discussion: """
      Exits with 1 if a finding has the severity of --fail-on or above. To suppress a finding, write \
      '// ckdb:ignore rule-id -- reason' at the end of its line or above it, 'ckdb:ignore-type' in or above the record \
      type, or 'ckdb:ignore-file' anywhere. 'schema rules' lists the rules.
      """)

  @Argument(help: "Schema files: \(SchemaInputOptions.forms).")
  var files: [String]

  @OptionGroup var input: SchemaInputOptions

  @OptionGroup var rules: RuleOptions

  @Option(help: "Lowest severity that exits with 1: error, warning, info, or never.")
  var failOn: FailureThreshold = .error

  @Flag(help: "Apply safe fixes to the files, then report the remaining findings.")
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
    let results = try zip(files, try await input.read(files)).map { try lint($0, $1, selection) }
    let accepted = try acceptance.apply(
      to: results.flatMap(\.run.diagnostics), configured: configuration.accepted?.value,
      asked: results.reduce(into: []) { $0.formUnion($1.run.checkedRules) }, selection: selection)
    let report = SchemaLintReport(results, accepted: accepted, limit: limit.maxFindings)
    try output.write(report)
    try (failOn.severity.map(report.findings.has) == true ? ExitStatus.answerIsNo : .done).exit()
  }

  private func lint(_ path: String, _ text: SourceText, _ selection: RuleSelection) throws -> SchemaLintReport.Result {
    guard fix else { return .init(source: text, run: LintRun(SchemaFile(text), selection: selection), fixed: 0) }
    let fixed = FixRun.fixing(text, selection: selection)
    if fixed.applied > 0 {
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure("cannot fix \(path): it is not a file; lint it without --fix")
      }
      try OutputFile.write(String(decoding: fixed.source.bytes, as: UTF8.self), to: path)
    }
    return .init(
      source: fixed.source, run: LintRun(SchemaFile(fixed.source), selection: selection), fixed: fixed.applied)
  }
}

/// The lowest severity of a finding that makes a command exit with 1.
enum FailureThreshold: String, CaseIterable, ExpressibleByArgument {
  case error, warning, info, never

  /// The severity; `nil` for `never`.
  var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
}
