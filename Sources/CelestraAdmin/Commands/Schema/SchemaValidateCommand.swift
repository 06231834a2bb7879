import ArgumentParser
import CloudKitSchema
import Diagnostics

/// `schema validate`: every mistake of some files in one run.
struct SchemaValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Find every mistake of schema files: syntax, types, options, names, roles.",
    discussion: "Exits with 1 when a file has an error.")

  @Argument(help: "The schemas: \(SchemaInputOptions.forms).")
  var files: [String]

  @OptionGroup var input: SchemaInputOptions

  @OptionGroup var output: FindingsOutputOptions

  func run() async throws {
    let report = SchemaValidateReport(try input.read(files).map { SchemaDocument($0) })
    try output.write(report)
    try (report.findings.has(atLeast: .error) ? ExitStatus.answerIsNo : .done).exit()
  }
}

/// What is wrong in schema files.
struct SchemaValidateReport: Report {
  let command = "schema validate"
  let summary: Summary
  let items: [Item]
  let findings: Findings
  let rules = SchemaRule.all.filter(\.isLanguage).map { ReportedRule($0) }

  /// The totals.
  struct Summary: Encodable {
    let files, errors, warnings: Int
  }

  /// One file.
  struct Item: Encodable {
    let file: String
    let valid: Bool
    let recordTypes, errors, warnings: Int
  }

  /// The report on files that were read.
  init(_ documents: [SchemaDocument]) {
    var findings = Findings()
    for document in documents { findings.add(document.diagnostics, in: document.file.source) }
    items = documents.map { document in
      Item(
        file: document.file.source.name, valid: !document.hasErrors, recordTypes: document.schema.recordTypes.count,
        errors: document.diagnostics.count { $0.severity == .error },
        warnings: document.diagnostics.count { $0.severity == .warning })
    }
    summary = Summary(files: documents.count, errors: findings.count(.error), warnings: findings.count(.warning))
    self.findings = findings
  }

  func text(_ style: Style) -> String {
    var text = findings.text(style)
    for item in items {
      let verdict = item.valid ? style.mark("valid", .good) : style.mark("not valid", .bad)
      text += "\(item.file): \(verdict), \(item.recordTypes) record type\(item.recordTypes == 1 ? "" : "s")\n"
    }
    return text
  }
}
