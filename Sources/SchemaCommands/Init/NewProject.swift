import CloudKitSchema
import CommandLineTool
import Diagnostics
import Notation
import SchemaReview

/// The files that set up a repository with a schema.
struct NewProject {
  /// The path of the schema from the root of the repository.
  let schema: String
  /// The path of the query manifest, if there is one.
  let queries: String?
  let document: SchemaDocument

  /// The configuration, with the databases as far as the schema shows them.
  var configuration: String {
    var lines = [Self.line("schema: \(Self.quoted(schema))", "what commands read if no file is given")]
    if let queries { lines.append("queries: \(Self.quoted(queries))") }
    let databases = DatabaseMap(document.file, DatabaseSettings())
    let types = document.schema.recordTypes.map(\.name).filter { !RecordType.isSystem($0) }
    let signs = databases.inferred.map(\.sign).joined(separator: ", ")
    let privateTypes = types.filter(databases.isPrivate)
    if privateTypes.isEmpty {
      lines += [
        "# The rules about access and queries depend on where the records are:", "# databases:",
        "#   default: private  # or public",
      ]
    } else if privateTypes.count == types.count {
      lines += ["databases:", Self.line("  default: private", "inferred from \(signs)")]
    } else {
      let isCoreData = { (name: String) in name.hasPrefix("CD_") }
      let patterns =
        (privateTypes.contains(where: isCoreData) ? ["CD_*"] : []) + privateTypes.filter { !isCoreData($0) }
      let list = patterns.map(Self.quoted).joined(separator: ", ")
      lines += [
        "databases:", Self.line("  # default: public", "the other record types may be public or private"),
        Self.line("  private: [\(list)]", "inferred from \(signs)"),
      ]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func line(_ setting: String, _ comment: String) -> String { "\(setting)  # \(comment)" }

  /// Returns a word in quotes, unless YAML reads it as it is: not so with `*`, and not so `No` or `On`.
  private static func quoted(_ word: String) -> String {
    let isPath = word.utf8.contains(UInt8(ascii: "/")) || word.utf8.contains(UInt8(ascii: "."))
    let isPlain = isPath && word.utf8.allSatisfy { $0.isWordPart || "/.-".utf8.contains($0) } && word.utf8.first != 0x2D
    return isPlain ? word : "\"\(word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// The path of the workflow from the root of the repository.
  static let workflowPath = ".github/workflows/schema.yml"

  /// The workflow that checks each pull request, by the configuration. ckdb.md, Keep it checked, shows the same text.
  static let workflow = """
    on: pull_request
    permissions: {}
    jobs:
      schema:
        runs-on: ubuntu-24.04
        permissions: { contents: read, pull-requests: write }
        steps:
          - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
            with: { fetch-depth: 0, persist-credentials: false }
          - uses: OWNER/celestra-admin/.github/actions/setup@schema-v\(ProgramVersion.number)
          - uses: OWNER/celestra-admin/.github/actions/check@schema-v\(ProgramVersion.number)

    """
}
