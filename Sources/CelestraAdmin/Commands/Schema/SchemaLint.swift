import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview

/// A run of `schema lint`. Its defaults are those of the command's options.
struct SchemaLint: Equatable {
  /// The files to lint, as `SchemaInput` reads them.
  var files: [String]
  var stdinFilename: String?
  var select: [String] = []
  var ignore: [String] = []
  var failOn: FailureThreshold = .error
  var fix = false
  var unsafeFixes = false
  var yes = false
  var acceptance = Acceptance()
  /// The path of the configuration file; `nil` to search for it.
  var configuration: String?
  var maxFindings = 1000
}

extension SchemaLint {
  /// Creates the run that a command line with nothing but `schema lint` and files describes.
  /// - Returns: `nil` for other command lines.
  init?(commandLine arguments: [String]) {
    guard arguments.starts(with: ["schema", "lint"]), arguments.count > 2,
      !arguments.contains(where: { $0.hasPrefix("-") })
    else { return nil }
    self.init(files: Array(arguments.dropFirst(2)))
  }

  /// Lints, and passes the report to `write`.
  /// - Throws: The exit code 1 if a finding has the severity of `failOn` or above.
  func run(_ write: (SchemaLintReport) throws -> Void) async throws {
    let configuration = try EffectiveConfiguration(valid: configuration)
    let selection = try configuration.selection(select: select, ignore: ignore)
    let entries = try acceptance.entries(configured: configuration.accepted?.value)
    let results = try await SchemaInput.readAll(files, stdinFilename: stdinFilename).map {
      try lint($0, selection, entries)
    }
    let accepted = try acceptance.apply(
      to: results.flatMap(\.run.diagnostics), of: results.map(\.source.name), configured: configuration.accepted?.value,
      asked: results.reduce(into: []) { $0.formUnion($1.run.checkedRules) }, selection: selection)
    let report = SchemaLintReport(results, accepted: accepted, limit: maxFindings)
    try write(report)
    try (failOn.severity.map(report.findings.has) == true ? ExitStatus.answerIsNo : .done).exit()
  }

  private func lint(
    _ text: SourceText, _ selection: RuleSelection, _ entries: (path: String, findings: [AcceptedFinding])
  ) throws -> SchemaLintReport.Result {
    func fixed(_ text: SourceText, changingSchema: Bool) -> FixRun {
      FixRun.fixing(text, selection: selection, changingSchema: changingSchema) {
        acceptance.open($0, of: text.name, entries)
      }
    }
    guard fix else { return .init(source: text, run: LintRun(SchemaFile(text), selection: selection), fixed: 0) }
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
