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
      The data dictionary takes its descriptions from the comments: at the end of a field's line, else right above. The \
      diagram guesses what a reference refers to from the field's name and comment: the language does not say.
      """)

  @Argument(help: "The schema: \(SchemaInputOptions.forms).")
  var file: String

  @OptionGroup var input: SchemaInputOptions

  @Option(help: "Write text for people, json for programs, a markdown data dictionary, or a mermaid diagram.")
  var format: SchemaShowFormat = .text

  @Option(help: "Colour the text: auto (on a terminal, unless NO_COLOR is set), always or never.")
  var color: ColorChoice = .auto

  func run() async throws {
    let document = SchemaDocument(try input.read(file))
    guard !document.hasErrors else {
      throw CommandFailure(
        "cannot show \(file): it has mistakes; 'celestra-admin schema validate \(file)' lists them")
    }
    try Terminal.standardOutput.write(data: format.render(document, Style(color, for: .standardOutput)))
  }
}

/// How a schema is shown.
enum SchemaShowFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, markdown, mermaid

  /// The document in the format.
  func render(_ document: SchemaDocument, _ style: Style) throws -> String {
    let report = SchemaShowReport(file: document.file.source.name, schema: document.schema)
    switch self {
    case .text: return try report.render(as: .text, style)
    case .json: return try report.render(as: .json, style)
    case .markdown:
      let descriptions = SchemaDescriptions(document.file)
      return SchemaDictionary(title: report.file, schema: report.schema, descriptions: descriptions).markdown
    case .mermaid: return SchemaDiagram(document.schema, SchemaDescriptions(document.file)).mermaid
    }
  }
}

/// What a schema declares.
struct SchemaShowReport: Report {
  let command = "schema show"
  let file: String
  let schema: Schema

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
