import ArgumentParser
import CloudKitSchema
import Diagnostics
import SchemaReview

/// `schema validate`: all errors in schema files.
struct SchemaValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Find all errors in schema files: syntax, types, options, names, roles.",
    discussion: "Exits with 1 if a file has an error.")

  @Argument(help: "Schema files: \(SchemaInputOptions.severalForms).")
  var files: [String]

  @OptionGroup var input: SchemaInputOptions
  @OptionGroup var configurationFile: ConfigurationOptions
  @OptionGroup var limit: FindingsLimitOptions
  @OptionGroup var output: OutputOptions<FindingsFormats>

  func run() async throws {
    let selection = RuleSelection(severities: try configurationFile.effective().severities)
    let report = SchemaValidateReport(
      try await input.readAll(files).map { SchemaDocument($0) }, selection, limit: limit.maxFindings)
    try output.write(report)
    try (report.findings.has(atLeast: .error) ? ExitStatus.answerIsNo : .done).exit()
  }
}

/// The diagnostics of schema files.
struct SchemaValidateReport: Report {
  let command = "schema validate"
  let summary: Summary
  let items: [Item]
  let findings: Findings
  let rules = SchemaRule.all.filter(\.isLanguage).map(\.documentation)

  struct Summary: Encodable {
    let files, errors, warnings, hidden: Int
  }

  struct Item: Encodable {
    let file: String
    let valid: Bool
    let recordTypes, errors, warnings: Int
  }

  /// Creates the report on files; a file without errors is valid.
  init(_ documents: [SchemaDocument], _ selection: RuleSelection, limit: Int) {
    var findings = Findings()
    items = documents.map { document in
      let found = selection.applied(to: document.diagnostics)
      findings.add(found, in: document.file.source)
      let errors = found.count { $0.severity == .error }
      return Item(
        file: document.file.source.name, valid: errors == 0, recordTypes: document.schema.recordTypes.count,
        errors: errors, warnings: found.count { $0.severity == .warning })
    }
    self.findings = findings.limited(to: limit)
    summary = Summary(
      files: documents.count, errors: findings.count(.error), warnings: findings.count(.warning),
      hidden: self.findings.hidden)
  }

  func text(_ style: Style) -> String {
    var text = findings.text(style)
    for item in items {
      let verdict = item.valid ? style.mark("valid", .good) : style.mark("invalid", .bad)
      text += "\(item.file): \(verdict), \(item.recordTypes.of("record type"))\n"
    }
    return text
  }
}
