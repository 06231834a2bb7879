import ArgumentParser
import CloudKitSchema
import Diagnostics
import SchemaReview

struct SchemaShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a schema: record types, fields, indexes, permissions.",
    discussion: """
      The markdown data dictionary describes fields by the comment at the end of their line, otherwise by the comment \
      directly above. Schema files do not declare the targets of references, so the mermaid diagram infers them from \
      the names and comments of fields.
      """)

  @Argument(help: "Schema file: \(SchemaInputOptions.forms).")
  var file: String

  @OptionGroup var input: SchemaInputOptions

  @OptionGroup var output: OutputOptions<SchemaFormats>

  func run() async throws {
    try output.write(SchemaShowReport(document: SchemaDocument(valid: await input.read(file), to: "show")))
  }
}

struct SchemaShowReport: Report {
  let command = "schema show"
  let document: SchemaDocument

  private var file: String { document.file.source.name }
  private var schema: Schema { document.schema }

  private var fields: Int { schema.recordTypes.reduce(0) { $0 + $1.fields.count } }
  private var indexes: Int {
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
        "recordType": type.name,
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
    SchemaDictionary(title: file, schema: schema, descriptions: SchemaDescriptions(document.file)).markdown
  }

  func mermaid() -> String? { SchemaDiagram(schema, SchemaDescriptions(document.file)).mermaid }

  func text(_ style: Style) -> String {
    var text = "\(file): \(schema.recordTypes.count) record types, \(fields) fields, \(indexes) indexes"
    text += schema.roles.isEmpty ? "\n" : ", roles: \(schema.roles.joined(separator: ", "))\n"
    for type in schema.recordTypes {
      text += "\n" + style.mark(type.name, .strong) + "\n"
      let rows = type.fields.map { ["  \($0.name)", $0.type.description, $0.indexes.description] }
      text += ReportTable(["  field", "type", "indexes"], rows).text(style)
      for grant in type.grants { text += "  \(grant.role) may \(grant.permissions)\n" }
    }
    return text
  }
}
