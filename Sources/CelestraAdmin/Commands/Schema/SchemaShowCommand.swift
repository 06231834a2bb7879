import ArgumentParser
import CloudKitSchema
import Diagnostics
import SchemaReview

/// `schema show`: a summary of a schema.
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

  struct Summary: Encodable {
    let file: String
    let roles: [String]
    let recordTypes, fields, indexes: Int
  }

  struct Item: Encodable {
    struct Field: Encodable {
      let name, type: String
      let indexes: [String]
    }

    struct Grant: Encodable {
      let role: String
      let permissions: [String]
    }

    let recordType: String
    let fields: [Field]
    let grants: [Grant]
  }

  var summary: Summary {
    Summary(
      file: file, roles: schema.roles, recordTypes: schema.recordTypes.count,
      fields: schema.recordTypes.reduce(0) { $0 + $1.fields.count },
      indexes: schema.recordTypes.reduce(0) { $0 + $1.fields.reduce(0) { $0 + $1.indexes.keywords.count } })
  }

  var items: [Item] {
    schema.recordTypes.map { type in
      Item(
        recordType: type.name,
        fields: type.fields.map {
          Item.Field(name: $0.name, type: $0.type.description, indexes: $0.indexes.keywords)
        },
        grants: type.grants.map { Item.Grant(role: $0.role, permissions: $0.permissions.keywords) })
    }
  }

  func markdown() -> String {
    SchemaDictionary(title: file, schema: schema, descriptions: SchemaDescriptions(document.file)).markdown
  }

  func mermaid() -> String? { SchemaDiagram(schema, SchemaDescriptions(document.file)).mermaid }

  func text(_ style: Style) -> String {
    let summary = summary
    var text = "\(file): \(summary.recordTypes) record types, \(summary.fields) fields, \(summary.indexes) indexes"
    text += summary.roles.isEmpty ? "\n" : ", roles: \(summary.roles.joined(separator: ", "))\n"
    for item in items {
      text += "\n" + style.mark(item.recordType, .strong) + "\n"
      let rows = item.fields.map { ["  \($0.name)", $0.type, $0.indexes.joined(separator: " ")] }
      text += ReportTable(["  field", "type", "indexes"], rows).text(style)
      for grant in item.grants {
        text += "  \(grant.role) may \(grant.permissions.joined(separator: ", "))\n"
      }
    }
    return text
  }
}
