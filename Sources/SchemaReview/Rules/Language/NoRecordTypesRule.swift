import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// The schema declares no record type.
  static let noRecordTypes = SchemaRule(
    RuleDocumentation(
      id: "no-record-types",
      summary: "the schema declares no record type",
      severity: .warning, evidence: .documented,
      why: """
        An import makes the container like the file: one that declares nothing asks for every \
        record type to go.
        """,
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\"",
      remedy: "Declare the record types, or check that this is the file you meant.",
      bad: """
        DEFINE SCHEMA
        CREATE ROLE Admin;
        """,
      good: """
        DEFINE SCHEMA
        CREATE ROLE Admin;
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ, WRITE TO Admin
        );
        """), scope: .language
  ) { file in
    guard file.recordTypes.isEmpty, file.mistakes.isEmpty, file.tokens.count > 1 else { return [] }
    return [
      Finding(
        message: "the schema declares no record type", range: nil,
        help: "importing it asks CloudKit to delete every record type there is")
    ]
  }
}
