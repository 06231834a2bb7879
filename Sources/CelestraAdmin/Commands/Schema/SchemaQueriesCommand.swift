import ArgumentParser
import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview

/// `schema queries`: the queries that apps declare, held against the indexes.
struct SchemaQueriesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queries",
    abstract: "Hold declared queries against a schema's indexes: what is not served, and which index serves nothing.",
    discussion: """
      Of the manifest, the queries whose key 'schema' is the file's name without its extension are looked at. Exits \
      with 1 when one of them is not served.
      """)

  @Argument(help: "The schema: \(SchemaInputOptions.forms).")
  var file: String

  @Option(
    help: ArgumentHelp(
      "The manifest of queries. (default: the configuration's, else \(EffectiveConfiguration.queries))",
      valueName: "file"))
  var queries: String?

  @OptionGroup var input: SchemaInputOptions
  @OptionGroup var configurationFile: ConfigurationOptions
  @OptionGroup var limit: FindingsLimitOptions
  @OptionGroup var output: OutputOptions<FindingsFormats>

  func validate() throws {
    if file == "-", queries == "-" { throw ValidationError("standard input can be read once only: give - once") }
  }

  func run() async throws {
    let configuration = try configurationFile.effective()
    let document = try SchemaDocument(valid: input.read(file), to: "check queries of")
    let manifest = QueryManifest(try InputFile.read(queries ?? configuration.queries.value))
    let report = SchemaQueriesReport(
      manifest, against: document, judged: configuration.applied, limit: limit.maxFindings)
    try output.write(report)
    try (report.findings.has(atLeast: .error) ? ExitStatus.answerIsNo : .done).exit()
  }
}

/// Which declared queries a schema serves.
struct SchemaQueriesReport: Report {
  let command = "schema queries"
  let summary: Summary
  let items: [Item]
  let findings: Findings
  let rules = QueryRule.all.map(\.documentation)

  /// The totals.
  struct Summary: Encodable {
    let file, manifest: String
    let queries, served, fieldsWithUnusedIndexes, hidden: Int
  }

  /// One query.
  struct Item: Encodable {
    let name, recordType: String
    let served: Bool
  }

  /// The report on the queries of one schema, which is named by its file.
  /// - Parameter judged: Makes findings as loud as the project wants them.
  init(
    _ manifest: QueryManifest, against document: SchemaDocument, judged: ([Diagnostic]) -> [Diagnostic],
    limit: Int
  ) {
    let source = document.file.source
    let name = URL(filePath: source.name).deletingPathExtension().lastPathComponent
    let coverage = QueryCoverage(manifest, against: document, named: name)
    var findings = Findings()
    findings.add(judged(coverage.manifestDiagnostics), in: manifest.source)
    findings.add(judged(coverage.schemaDiagnostics), in: source)
    self.findings = findings.limited(to: limit)
    items = zip(coverage.queries, coverage.isServed).map { query, isServed in
      Item(name: query.name, recordType: query.recordType.text, served: isServed)
    }
    summary = Summary(
      file: source.name, manifest: manifest.source.name, queries: coverage.queries.count,
      served: coverage.isServed.count { $0 },
      fieldsWithUnusedIndexes: coverage.schemaDiagnostics.count, hidden: self.findings.hidden)
  }

  func text(_ style: Style) -> String {
    let verdict =
      summary.queries == 0
      ? "\(summary.manifest) declares no query of it"
      : style.mark(
        "\(summary.served) of \(summary.queries) declared queries served",
        summary.served == summary.queries ? .good : .bad)
    return findings.text(style) + "\(summary.file): \(verdict); fields with an index no query needs: "
      + "\(summary.fieldsWithUnusedIndexes)\n"
  }
}
