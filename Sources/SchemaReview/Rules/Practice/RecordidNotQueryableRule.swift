import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let recordidNotQueryable = SchemaRule(
    RuleDocumentation(
      id: "recordid-not-queryable",
      summary: "records cannot be listed: ___recordID is not QUERYABLE",
      severity: .warning, evidence: .documented,
      why: """
        A query without a filter needs the index on ___recordID. Without it, records of the type cannot be listed, or \
        browsed in CloudKit Console. The rule ignores Users, record types of Core Data, and record types that declare \
        ___recordID and no index at all, since no query reads them.
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
      good: .recordType("title STRING,")), skipsGenerated: true
  ) { file, _ in
    file.findingsInTypes({ type in
      let system = file.fields[type.fields].first {
        file.hasSystemFieldPrefix($0.name) && file.spells($0.name, SystemField.recordID.rawValue)
      }
      if let system {
        let isQueried = file.fields[type.fields].contains { !$0.indexes.isEmpty }
        guard isQueried, !system.indexes.contains(.queryable) else { return nil }
      }
      return Finding(
        message: "'\(file.shownName(type.name))' cannot be listed: its ___recordID is not QUERYABLE",
        range: file.tokens[system?.name ?? type.name].range, help: "declare \"___recordID\" REFERENCE QUERYABLE",
        fix: fix(type, system, in: file))
    })
  }

  /// Returns a fix that adds QUERYABLE to the declared field, or declares the field as the first item.
  private static func fix(_ type: RecordTypeDeclaration, _ system: FieldDeclaration?, in file: SchemaFile) -> Fix? {
    let title = "declare \"___recordID\" REFERENCE QUERYABLE"
    if let system {
      guard let last = system.typeTokens.last else { return nil }
      let end = file.tokens[last].end
      return Fix(title, at: SourceRange(end, end), " QUERYABLE")
    }
    guard type.name + 2 < type.end, file.tokens[type.name + 1].kind == .leftParenthesis,
      file.tokens[type.name + 2].kind != .rightParenthesis
    else { return nil }
    let end = file.tokens[type.name + 1].end
    let between = file.source.bytes[end..<file.tokens[type.name + 2].start]
    var lineStart = ""
    if let newline = between.lastIndex(of: 0x0A) {
      let indent = between[(newline + 1)...].prefix { $0 == 0x20 || $0 == 0x09 }
      lineStart =
        (newline > end && between[newline - 1] == 0x0D ? "\r\n" : "\n") + String(decoding: indent, as: UTF8.self)
    }
    return Fix(title, at: SourceRange(end, end), lineStart + "\"___recordID\" REFERENCE QUERYABLE,")
  }
}
