import AppModel
import ArgumentParser
import CloudKitSchema
import CommandLineTool
import Diagnostics
import SchemaReview

struct SchemaParityCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parity",
    abstract: "Check that a schema has everything that an app writes, before the app ships.",
    discussion: """
      Compares Core Data models and Swift sources with a schema, such as an export of production. In development, \
      CloudKit creates a field with its first value, so that a test there does not show a missing one. Exits with 1 if \
      the schema lacks something, has another type, or the model breaks a rule of CloudKit.
      """)

  @Argument(
    help: ArgumentHelp(
      "Models of one container (\(ModelInput.forms)), then the schema: \(SchemaInput.forms). "
        + "(default: the schema of the configuration)"), completion: .file())
  var inputs: [String]

  @Flag(help: ArgumentHelp("Require what sharing of records needs.", visibility: .hidden))
  var sharing = false

  @Flag(name: .customLong("public"), help: "Require the indexes that a mirrored public database needs.")
  var publicDatabase = false

  @Option(help: ArgumentHelp("Lowest severity that exits with 1.", valueName: "severity"))
  var failOn: FailureThreshold = .error

  @Option(help: SchemaInput.stdinHelp)
  var stdinFilename: String?

  @Option(
    help: ArgumentHelp(
      "Write the queries found in Swift sources as a draft of a query manifest.", valueName: "file", visibility: .hidden
    ), completion: .file())
  var queriesDraft: String?

  @OptionGroup var model: ModelOptions
  @OptionGroup var checks: FindingsOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingsFormats>

  /// The models, and the schema that follows them, if any.
  private var parts: (models: [String], schema: String?) {
    guard let last = inputs.last, !ModelInput.isNamed(by: last) else { return (inputs, nil) }
    return (inputs.dropLast(), last)
  }

  func validate() throws {
    if parts.models.isEmpty {
      throw ValidationError("pass a model: '\(Program.current.schemaCommand("parity")) MODEL [SCHEMA]'")
    }
  }

  func run() async throws {
    let configuration = try checks.configuration()
    let path = try configuration.schemaFile(parts.schema)
    let document = try SchemaDocument(valid: await SchemaInput.read(path, stdinFilename: stdinFilename), to: "check")
    let reading = try ModelInput.read(parts.models, model.choice)
    var options = Parity.Options()
    options.sharing = sharing
    options.publicDatabase = publicDatabase
    options.earlier = reading.earlier
    // Half a model would make the schema look wrong.
    let parity = reading.isUnreadable ? nil : Parity(of: reading.written, in: document.file, options: options)
    let report = ParityReport(
      parity, of: reading, in: document, configured: configuration.applied, limit: checks.limit.asLimit)
    try output.write(report)
    if let queriesDraft {
      try OutputFile.write(try reading.draftManifest(for: document.file.source.name), to: queriesDraft)
    }
    if reading.isUnreadable { throw ExitStatus.failed.code }
    try (failOn.severity.map(report.findings.has) == true ? ExitStatus.answerIsNo : .done).exit()
  }
}

/// What an app writes, compared with a schema.
struct ParityReport: Report {
  let command = Program.current.schemaCommand("parity")
  let findings: Findings
  let rules = (Rule.ofModels + Rule.ofParity).sorted { $0.id < $1.id }
  private let file: String
  /// `nil` if a model could not be read.
  private let parity: Parity?
  private let written: WrittenSchema

  /// - Parameter configured: Applies the severities of the project to findings.
  init(
    _ parity: Parity?, of reading: ModelReading, in document: SchemaDocument,
    configured: ([Diagnostic]) -> [Diagnostic], limit: Int
  ) {
    self.parity = parity
    written = reading.written
    file = document.file.source.name
    let diagnostics = configured(reading.diagnostics + (parity?.findings ?? []))
    findings = Findings(diagnostics, in: reading.sources + [document.file.source]).limited(to: limit)
  }

  private var differences: [Parity.Difference] { parity?.differences ?? [] }

  private func count(_ state: Parity.Difference.State) -> Int { differences.count { $0.state == state } }

  var summary: EncodableObject {
    [
      "schema": file, "recordTypes": written.recordTypes.count,
      "fields": written.recordTypes.reduce(0) { $0 + $1.fields.count }, "missing": count(.missing),
      "different": count(.different), "onlyInSchema": count(.onlyInSchema), "errors": findings.count(.error),
      "warnings": findings.count(.warning), "notes": findings.count(.info), "hidden": findings.hidden,
    ]
  }

  var items: [EncodableObject] {
    differences.map {
      [
        "recordType": $0.recordType, "field": $0.field, "state": $0.state.rawValue, "written": $0.written,
        "declared": $0.declared, "rule": $0.rule.id,
      ]
    }
  }

  func text(_ style: Style) -> String {
    let types = written.recordTypes.count.of("record type")
    let counts = [(count(.missing), "missing"), (count(.different), "different")].filter { $0.0 > 0 }
    let words = counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let verdict =
      if parity == nil {
        style.mark("not compared", .bad) + ": a model cannot be read"
      } else if !findings.has(atLeast: .error) {
        style.mark("no error", .good) + ": \(file) has what the app writes: \(types)"
      } else if words.isEmpty {
        style.mark("errors in the model", .bad)
      } else {
        style.mark(words, .bad) + " of what the app writes to \(types)"
      }
    return findings.text(style) + verdict + "\n"
  }
}

extension ModelReading {
  /// Returns a query manifest with the queries in the code.
  /// - Parameter schema: The name of the schema file.
  fileprivate func draftManifest(for schema: String) throws -> String {
    let queries = DraftQuery.all(in: uses).map { query -> EncodableObject in
      [
        "schema": SchemaQueriesReport.name(of: schema), "name": query.name, "recordType": query.recordType,
        "filters": query.filters.map { ["field": $0.field, "comparator": $0.comparator] },
        "sort": query.sort.map { ["field": $0.field, "order": $0.isAscending ? "ascending" : "descending"] },
        "note": query.place.file,
      ]
    }
    let manifest: EncodableObject = ["queries": queries]
    return try manifest.prettyJSON()
  }
}
