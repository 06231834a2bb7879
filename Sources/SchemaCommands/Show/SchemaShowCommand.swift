import ArgumentParser
import CloudKitSchema
import CommandLineTool
import Diagnostics
import Foundation
import SchemaReview

struct SchemaShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a schema: record types, fields, indexes, permissions.",
    discussion: """
      The markdown data dictionary describes fields by the comment at the end of their line, otherwise by the comment \
      directly above. The html page also says who may read and write, draws the references, whose targets it infers from \
      descriptions and names, and lists the declared queries that use each index.
      """)

  @Argument(help: SchemaInput.help, completion: .file())
  var file: String?

  @Option(help: SchemaInput.stdinHelp)
  var stdinFilename: String?

  @OptionGroup var configurationFile: ConfigurationOptions
  @OptionGroup(title: "Output") var output: OutputOptions<DocumentFormats>

  func run() async throws {
    let configuration = try configurationFile.effective()
    let document = try SchemaDocument(
      valid: await SchemaInput.read(configuration.schemaFile(file), stdinFilename: stdinFilename), to: "show")
    try output.write(
      SchemaShowReport(
        document: document, databases: DatabaseMap(document.file, configuration.databases),
        coverage: coverage(of: document, configuration)))
  }

  /// Returns the coverage of the declared queries; `nil` if there are none.
  private func coverage(
    of document: SchemaDocument, _ configuration: EffectiveConfiguration
  ) throws -> QueryCoverage? {
    let path = configuration.queries.value
    guard configuration.queries.source != .default || FileManager.default.fileExists(atPath: path) else { return nil }
    let name = SchemaQueriesReport.name(of: document.file.source.name)
    let manifest = QueryManifest(try InputFile.read(path))
    guard manifest.diagnostics.isEmpty else {
      throw CommandFailure(
        "cannot show the queries of \(path): it has errors; '\(Program.current.schema("queries"))' lists them")
    }
    let coverage = QueryCoverage(manifest, against: document, named: name)
    return coverage.queries.isEmpty ? nil : coverage
  }
}

struct SchemaShowReport: Report {
  let command = Program.current.schemaCommand("show")
  let document: SchemaDocument
  let databases: DatabaseMap
  /// The coverage of the declared queries; `nil` if there are none.
  let coverage: QueryCoverage?

  var file: String { document.file.source.name }
  /// The title of a document, which people keep: no path of this machine, as the configuration above a folder gives.
  var title: String { file.hasPrefix("/") ? Checkout.current.path(of: file) : file }
  var schema: Schema { document.schema }

  var fields: Int { schema.recordTypes.reduce(0) { $0 + $1.fields.count } }
  var indexes: Int {
    schema.recordTypes.reduce(0) { $0 + $1.fields.reduce(0) { $0 + $1.indexes.keywords.count } }
  }

  var summary: EncodableObject {
    [
      "file": file, "roles": schema.roles, "recordTypes": schema.recordTypes.count, "fields": fields,
      "indexes": indexes,
    ]
  }

  var items: [EncodableObject] {
    schema.recordTypes.map { type in
      [
        "recordType": type.name, "database": databases[type.name]?.database.rawValue,
        "databaseIsInferred": databases[type.name].map { !$0.isDeclared },
        "fields": type.fields.map {
          ["name": $0.name, "type": $0.type.description, "indexes": $0.indexes.keywords] as EncodableObject
        },
        "grants": type.grants.map {
          ["role": $0.role, "permissions": $0.permissions.keywords] as EncodableObject
        },
      ]
    }
  }

  func markdown() -> String {
    SchemaDictionary(
      title: title, schema: schema, descriptions: SchemaDescriptions(document.file), databases: databases
    ).markdown
  }

  func text(_ style: Style) -> String {
    let counts = [
      schema.recordTypes.count.of("record type"), fields.of("field"), indexes.of("index", "indexes"),
    ]
    var text = "\(file): \(counts.joined(separator: ", "))"
    text += schema.roles.isEmpty ? "\n" : ", roles: \(schema.roles.joined(separator: ", "))\n"
    for type in schema.recordTypes {
      text += "\n" + style.mark(type.name, .strong) + (databases[type.name].map { " (\($0))" } ?? "") + "\n"
      let rows = type.fields.map { ["  \($0.name)", $0.type.description, $0.indexes.description] }
      text += ReportTable(["  field", "type", "indexes"], rows).text(style)
      let grants = type.grants.map { "  \($0.role) may \($0.permissions)\n" }
      text += databases.isDeclaredPrivate(type.name) ? "" : grants.joined()
    }
    return text
  }
}
