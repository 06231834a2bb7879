import CloudKitSchema
import Notation
import SchemaReview

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
