import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let duplicateRecordType = SchemaRule(
    RuleDocumentation(
      id: "duplicate-record-type",
      summary: "a record type is declared twice",
      severity: .error, evidence: .reported,
      why: "A record type is known by its name; a second declaration cannot be told from the first.",
      source: "seen: cktool refuses a second declaration",
      remedy: "Remove one, or rename it.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """,
      good: .recordType("title STRING,")), scope: .language
  ) { file in
    file.duplicates(file.recordTypes.map { $0.name }) { "the record type '\($0)' is declared twice" }
  }
}
