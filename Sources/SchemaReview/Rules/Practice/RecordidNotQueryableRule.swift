import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let recordidNotQueryable = SchemaRule(
    RuleDocumentation(
      id: "recordid-not-queryable",
      summary: "records cannot be listed: ___recordID is not QUERYABLE",
      severity: .warning, evidence: .documented,
      why: """
        A query without a filter needs the index of ___recordID; without it the type can be \
        neither listed nor browsed in CloudKit Console.
        """,
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\", System Fields; CloudKit Console",
      remedy: "Declare \"___recordID\" REFERENCE QUERYABLE.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          title STRING,
          GRANT READ TO "_world"
        );
        """,
      good: .recordType("title STRING,"))
  ) { file in
    file.findingsInTypes({ type in
      let system = file.fields[type.fields].first {
        file.beginsLikeSystemField($0.name) && file.spells($0.name, SystemField.recordID.rawValue)
      }
      if let system, system.indexes.contains(.queryable) { return nil }
      return Finding(
        message: "'\(file.shownName(type.name))' cannot be listed: its ___recordID is not QUERYABLE",
        range: file.tokens[system?.name ?? type.name].range, help: "declare \"___recordID\" REFERENCE QUERYABLE",
        fix: fix(type, system, in: file))
    })
  }

  /// The option at the end of the field's line, or a line of its own, indented as the first item is.
  private static func fix(_ type: RecordTypeDeclaration, _ system: FieldDeclaration?, in file: SchemaFile) -> Fix? {
    let edit: Fix.Edit
    if let system {
      guard let last = system.typeTokens.last else { return nil }
      let end = file.tokens[last].range.end
      edit = .init(range: SourceRange(end, end), replacement: " QUERYABLE")
    } else {
      guard type.name + 2 < type.end, file.tokens[type.name + 1].kind == .leftParenthesis,
        file.tokens[type.name + 2].kind != .rightParenthesis
      else { return nil }
      let end = file.tokens[type.name + 1].range.end
      let first = file.tokens[type.name + 2].range.start
      let between = file.source.string(SourceRange(end, first))
      let indent = between.contains("\n") ? "\n" + between.reversed().prefix { $0 == " " || $0 == "\t" }.reversed() : ""
      edit = .init(
        range: SourceRange(end, end), replacement: indent + "\"___recordID\" REFERENCE QUERYABLE,")
    }
    return Fix("declare \"___recordID\" REFERENCE QUERYABLE", edits: [edit])
  }
}
