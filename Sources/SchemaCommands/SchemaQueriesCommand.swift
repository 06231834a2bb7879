import ArgumentParser
import CloudKitSchema
import CommandLineTool
import Diagnostics
import Foundation
import SchemaReview

struct SchemaQueriesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queries",
    abstract: "Check that your queries have the indexes they need, and find unused indexes.",
    discussion: """
      Checks the queries of the manifest whose key 'schema' is the schema's name. Exits with 1 if a query is not \
      served, or if the manifest has no query for the schema.
      """)

  @Argument(help: SchemaInput.help, completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp(
      "Query manifest. (default: from the configuration, otherwise \(EffectiveConfiguration.queries))",
      valueName: "file"), completion: .file())
  var queries: String?

  @Option(
    help: ArgumentHelp(
      "Name of the schema in the manifest. (default: the file name without its extension)", valueName: "name",
      visibility: .hidden))
  var schemaName: String?

  @Option(help: SchemaInput.stdinHelp)
  var stdinFilename: String?

  @OptionGroup var checks: FindingsOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingsFormats>

  func validate() throws {
    if file == "-", queries == "-" { throw ValidationError("standard input can be read only once: pass - once") }
  }

  func run() async throws {
    let configuration = try checks.configuration()
    let file = try configuration.schemaFile(file)
    let document = try SchemaDocument(
      valid: await SchemaInput.read(file, stdinFilename: stdinFilename), to: "check queries of")
    let manifest = QueryManifest(try InputFile.read(queries ?? configuration.queries.value))
    let report = SchemaQueriesReport(
      manifest, against: document, named: schemaName, configured: configuration.applied, limit: checks.limit.asLimit)
    try output.write(report, exit: report.findings.has(atLeast: .error) ? .answerIsNo : .done)
  }
}

/// The coverage of declared queries by the indexes of a schema.
struct SchemaQueriesReport: Report {
  let command = Program.current.schemaCommand("queries")
  let findings: Findings
  let rules = Rule.ofQueries
  private let file, manifest: String
  private let coverage: QueryCoverage

  /// - Parameters:
  ///   - name: The name of the schema in the manifest, or `nil` for the name of its file.
  ///   - configured: Applies the severities of the project to findings.
  init(
    _ manifest: QueryManifest, against document: SchemaDocument, named name: String?,
    configured: ([Diagnostic]) -> [Diagnostic], limit: Int
  ) {
    let source = document.file.source
    coverage = QueryCoverage(manifest, against: document, named: name ?? Self.name(of: source.name))
    (file, self.manifest) = (source.name, manifest.source.name)
    let diagnostics = configured(coverage.manifestDiagnostics + coverage.schemaDiagnostics)
    findings = Findings(diagnostics, in: [manifest.source, source]).limited(to: limit)
  }

  /// Returns the name of a schema in manifests: that of its file without folders and extension.
  static func name(of path: String) -> String {
    // A file in a git commit is `REF:path`.
    let last = path.split { $0 == "/" || $0 == ":" }.last ?? ""
    return last.lastIndex(of: ".").map { String(last[..<$0]) } ?? String(last)
  }

  private var served: Int { coverage.isServed.count { $0 } }

  var summary: EncodableObject {
    [
      "file": file, "manifest": manifest, "queries": coverage.queries.count, "served": served,
      "recordTypesWithUnusedIndexes": coverage.schemaDiagnostics.count, "hidden": findings.hidden,
    ]
  }

  var items: [EncodableObject] {
    zip(coverage.queries, coverage.isServed).map { query, isServed in
      ["name": query.name, "recordType": query.recordType.text, "served": isServed]
    }
  }

  func text(_ style: Style) -> String {
    let count = coverage.queries.count
    let verdict =
      count == 0
      ? "no queries in \(manifest)"
      : style.mark("\(served) of \(count) declared queries served", served == count ? .good : .bad)
    return findings.text(style)
      + "\(file): \(verdict); record types with unused indexes: \(coverage.schemaDiagnostics.count)\n"
  }
}
