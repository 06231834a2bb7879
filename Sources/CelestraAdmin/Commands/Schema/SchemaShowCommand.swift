import ArgumentParser
import CloudKitSchema
import Diagnostics
import SchemaReview

/// `schema show`: a schema summed up.
struct SchemaShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Sum a schema up: record types, fields, indexes, permissions.",
    discussion: """
      The formats: text, json, a markdown data dictionary, or a mermaid diagram. The data dictionary takes its descriptions from the comments: at the end of a field's line, else right above. The \
      diagram guesses what a reference refers to from the field's name and comment: the language does not say.
      """)

  @Argument(help: "The schema: \(SchemaInputOptions.forms).")
  var file: String

  @OptionGroup var input: SchemaInputOptions

  @OptionGroup var output: OutputOptions<SchemaFormats>

  func run() async throws {
    try output.write(SchemaShowReport(SchemaDocument(valid: input.read(file), to: "show")))
  }
}

/// What a schema declares.
struct SchemaShowReport: Report {
  let command = "schema show"
  private let document: SchemaDocument

  /// The report on a schema.
  init(_ document: SchemaDocument) { self.document = document }

  private var file: String { document.file.source.name }
  private var schema: Schema { document.schema }

  /// The totals.
  struct Summary: Encodable {
    let file: String
    let roles: [String]
    let recordTypes, fields, indexes: Int
  }

  /// One record type.
  struct Item: Encodable {
    /// One field of it.
    struct Field: Encodable {
      let name, type: String
      let indexes: [String]
    }

    /// What a role may do.
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
      indexes: schema.recordTypes.reduce(0) { $0 + $1.fields.reduce(0) { $0 + Self.keywords($1.indexes).count } })
  }

  var items: [Item] {
    schema.recordTypes.map { type in
      Item(
        recordType: type.name,
        fields: type.fields.map {
          Item.Field(name: $0.name, type: $0.type.description, indexes: Self.keywords($0.indexes))
        },
        grants: type.grants.map { grant in
          Item.Grant(
            role: grant.role,
            permissions: Permissions.keywords.filter { grant.permissions.contains($0.permission) }.map(\.keyword))
        })
    }
  }

  private static func keywords(_ indexes: Indexes) -> [String] {
    Indexes.keywords.filter { indexes.contains($0.option) }.map(\.keyword)
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
      var table = TextTable(.left("  field"), .left("type"), .left("indexes"))
      for field in item.fields {
        table.add("  \(field.name)", field.type, field.indexes.joined(separator: " "))
      }
      text += table.render(style)
      for grant in item.grants {
        text += "  \(grant.role) may \(grant.permissions.joined(separator: ", "))\n"
      }
    }
    return text
  }
}
