import ArgumentParser
import CloudKitSchema
import CommandLineTool
import Diagnostics
import SchemaReview

struct SchemaValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Find all errors in schema files: syntax, types, options, names, roles.",
    discussion: "Exits with 1 if a file has an error.")

  @OptionGroup var schemas: SchemaFilesOptions

  @OptionGroup var checks: FindingsOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingsFormats>

  func run() async throws {
    let configuration = try checks.configuration()
    let report = SchemaValidateReport(
      try await schemas.read(configuration).map { SchemaDocument($0) },
      RuleSelection(severities: configuration.severities), limit: checks.limit.asLimit)
    try output.write(report, exit: report.findings.has(atLeast: .error) ? .answerIsNo : .done)
  }
}

struct SchemaValidateReport: Report {
  let command = Program.current.schemaCommand("validate")
  let findings: Findings
  let rules = Rule.ofSchemas.filter(\.isLanguage)

  private let files: [(name: String, recordTypes: Int, errors: Int, warnings: Int)]

  /// A file without errors is valid.
  init(_ documents: [SchemaDocument], _ selection: RuleSelection, limit: Int) {
    var findings = Findings()
    files = documents.map { document in
      let found = selection.applied(to: document.diagnostics)
      findings.add(found, in: document.file.source)
      return (
        document.file.source.name, document.schema.recordTypes.count, found.count { $0.severity == .error },
        found.count { $0.severity == .warning }
      )
    }
    self.findings = findings.limited(to: limit)
  }

  var summary: EncodableObject {
    [
      "files": files.count, "errors": findings.count(.error), "warnings": findings.count(.warning),
      "hidden": findings.hidden,
    ]
  }

  var items: [EncodableObject] {
    files.map {
      [
        "file": $0.name, "valid": $0.errors == 0, "recordTypes": $0.recordTypes, "errors": $0.errors,
        "warnings": $0.warnings,
      ]
    }
  }

  func text(_ style: Style) -> String {
    var text = findings.text(style)
    for file in files {
      let verdict = file.errors == 0 ? style.mark("valid", .good) : style.mark("invalid", .bad)
      text += "\(file.name): \(verdict), \(file.recordTypes.of("record type"))\n"
    }
    return text
  }
}
