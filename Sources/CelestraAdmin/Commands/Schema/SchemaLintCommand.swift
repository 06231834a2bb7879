import ArgumentParser
import Diagnostics

struct SchemaLintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check schema files with every rule: language, queries, security, names, comments.",
    discussion: """
      Exits with 1 if a finding has the severity of --fail-on or above. To suppress a finding, write \
      '// ckdb:ignore rule-id -- reason' at the end of its line or above it, 'ckdb:ignore-type' in or above the record \
      type, or 'ckdb:ignore-file' anywhere. 'schema rules' lists the rules.
      """)

  @Argument(help: "Schema files: \(SchemaInput.severalForms).", completion: .file())
  var files: [String]

  @Option(help: SchemaInput.stdinHelp)
  var stdinFilename: String?

  @Option(
    help: ArgumentHelp(
      "Rule to check: an id or its leading words. Repeatable. (default: all rules except opt-in ones)", valueName: "id")
  )
  var select: [String] = []

  @Option(help: ArgumentHelp("Rule to skip: an id or its leading words. Repeatable.", valueName: "id"))
  var ignore: [String] = []

  @Option(help: "Lowest severity that exits with 1.")
  var failOn: FailureThreshold = .error

  @Flag(help: "Apply fixes that keep the schema, then report the remaining findings.")
  var fix = false

  @Flag(help: "With --fix, also apply fixes that change the schema, after showing them and asking for confirmation.")
  var unsafeFixes = false

  @Flag(help: "Skip confirmation before applying fixes that change the schema.")
  var yes = false

  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var checks: FindingsOptions
  @OptionGroup var output: OutputOptions<FindingsFormats>

  func validate() throws {
    if fix, files.contains("-") { throw ValidationError("--fix cannot change standard input; name a file") }
    if unsafeFixes, !fix { throw ValidationError("--unsafe-fixes requires --fix") }
  }

  func run() async throws { try await lint.run(output.write) }

  /// The run that the options describe.
  var lint: SchemaLint {
    SchemaLint(
      files: files, stdinFilename: stdinFilename, select: select, ignore: ignore, failOn: failOn, fix: fix,
      unsafeFixes: unsafeFixes, yes: yes, acceptance: acceptance.values, configuration: checks.config,
      maxFindings: checks.maxFindings)
  }
}

/// The lowest severity of a finding that makes a command exit with 1.
enum FailureThreshold: String, CaseIterable, ExpressibleByArgument {
  case error, warning, info, never

  /// The severity; `nil` for `never`.
  var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
}
