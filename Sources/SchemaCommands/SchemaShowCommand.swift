import ArgumentParser
import CloudKitSchema
import CommandLineTool
import Diagnostics
import Notation
import SchemaReview

struct SchemaShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a schema: record types, fields, indexes, permissions.",
    discussion: """
      The markdown data dictionary describes fields by the comment at the end of their line, otherwise by the comment \
      directly above.
      """)

  @Argument(help: SchemaInput.help, completion: .file())
  var file: String?

  @Option(help: SchemaInput.stdinHelp)
  var stdinFilename: String?

  @OptionGroup var configurationFile: ConfigurationOptions
  @OptionGroup var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    let configuration = try configurationFile.effective()
    let document = try SchemaDocument(
      valid: await SchemaInput.read(configuration.schemaFile(file), stdinFilename: stdinFilename), to: "show")
    try output.write(
      SchemaShowReport(document: document, databases: DatabaseMap(document.file, configuration.databases)))
  }
}

struct SchemaShowReport: Report {
  let command = Program.current.schemaCommand("show")
  let document: SchemaDocument
  let databases: DatabaseMap

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
      title: file, schema: schema, descriptions: SchemaDescriptions(document.file), databases: databases
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

/// A data dictionary of a schema in Markdown, with a permission matrix.
struct SchemaDictionary {
  let title: String
  let schema: Schema
  let descriptions: SchemaDescriptions
  let databases: DatabaseMap

  var markdown: String {
    var text = "# \(Self.prose(title))\n"
    for paragraph in descriptions.overview { text += "\n\(Self.prose(paragraph))\n" }
    text += permissions
    for type in schema.recordTypes { text += section(type) }
    return text
  }

  /// Maximum roles with a column each; a wider matrix is hard to read.
  private static let maximumColumns = 16

  /// The permission matrix: a row per record type and a column per role.
  private var permissions: String {
    let roles = SystemRole.allCases.map(\.rawValue) + schema.roles
    var text = "\n## Permissions\n"
    for role in schema.roles {
      let words = descriptions.roles[role] ?? []
      if !words.isEmpty { text += "\n`\(role)`: \(words.map(Self.prose).joined(separator: " "))\n" }
    }
    let isMatrix = roles.count <= Self.maximumColumns
    text += "\n" + Self.head(["Record type"] + (isMatrix ? roles.map { "`\($0)`" } : ["Roles"]))
    for type in schema.recordTypes where !databases.isDeclaredPrivate(type.name) {
      let grants = Dictionary(type.grants.map { ($0.role, $0.permissions) }) { $0.union($1) }
      let cells =
        isMatrix
        ? roles.map { (grants[$0] ?? []).description.lowercased() }
        : [type.grants.map { "`\($0.role)`: \($0.permissions.description.lowercased())" }.joined(separator: "; ")]
      text += Self.row(["`\(type.name)`"] + cells)
    }
    return text
  }

  private func section(_ type: RecordType) -> String {
    var text = "\n## \(Self.prose(type.name))\n"
    for paragraph in descriptions.recordTypes[type.name] ?? [] { text += "\n\(Self.prose(paragraph))\n" }
    if let entry = databases[type.name] { text += "\nDatabase: \(Self.prose("\(entry)")).\n" }
    guard !type.fields.isEmpty else { return text }
    text += "\n" + Self.head(["Field", "Type", "Indexes", "Description"])
    for field in type.fields {
      let words = descriptions.field(field.name, of: type.name).map(Self.prose).joined(separator: " ")
      text += Self.row(["`\(field.name)`", "`\(field.type)`", field.indexes.description.lowercased(), words])
    }
    return text
  }

  private static func head(_ cells: [String]) -> String { row(cells) + row(cells.map { _ in "---" }) }

  private static func row(_ cells: [String]) -> String {
    cells.reduce("|") { $0 + ($1.isEmpty ? " |" : " \($1) |") } + "\n"
  }

  /// Returns a text escaped for Markdown.
  ///
  /// Source: CommonMark 0.31, Backslash escapes: any ASCII punctuation can be escaped.
  private static func prose(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "&", "~": escaped += "\\"
      // At the start, these begin headings, lists, and rules.
      case "#", "-", "+", "=": if escaped.isEmpty { escaped += "\\" }
      // "1." begins a list.
      case ".", ")": if !escaped.isEmpty, escaped.utf8.allSatisfy(\.isDigit) { escaped += "\\" }
      default: break
      }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
