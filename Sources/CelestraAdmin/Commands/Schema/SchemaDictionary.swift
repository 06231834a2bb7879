import CloudKitSchema
import SchemaReview

/// A schema as a Markdown page: what each record type and field is, and who may do what.
struct SchemaDictionary {
  let title: String
  let schema: Schema
  let descriptions: SchemaDescriptions

  /// The page, with a final newline.
  var markdown: String {
    var text = "# \(Self.prose(title))\n"
    for paragraph in descriptions.overview { text += "\n\(Self.prose(paragraph))\n" }
    text += permissions
    for type in schema.recordTypes { text += section(type) }
    return text
  }

  /// Roles that have a column each; a matrix of more is too wide to read, and grows with their product.
  private static let mostColumns = 16

  /// Who may do what: a row for each record type, a column for each role.
  private var permissions: String {
    let roles = SystemRole.allCases.map(\.rawValue) + schema.roles
    var text = "\n## Permissions\n"
    for role in schema.roles {
      let words = descriptions.roles[role] ?? []
      if !words.isEmpty { text += "\n`\(role)`: \(words.map(Self.prose).joined(separator: " "))\n" }
    }
    let isMatrix = roles.count <= Self.mostColumns
    text += "\n" + Self.head(["Record type"] + (isMatrix ? roles.map { "`\($0)`" } : ["Roles"]))
    for type in schema.recordTypes {
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

  /// A text as Markdown that shows it as it is.
  ///
  /// Source: CommonMark 0.31, Backslash escapes: any ASCII punctuation can be escaped.
  private static func prose(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "&", "~": escaped += "\\"
      // At the beginning these make headings, lists and rules.
      case "#", "-", "+", "=": if escaped.isEmpty { escaped += "\\" }
      // "1." makes a list.
      case ".", ")": if !escaped.isEmpty, escaped.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { escaped += "\\" }
      default: break
      }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
