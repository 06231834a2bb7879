import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let duplicateRecordType = SchemaRule(
    RuleDocumentation(
      id: "duplicate-record-type",
      summary: "a record type is declared twice",
      severity: .error, evidence: .reported,
      why: "A record type name must be unique.",
      source: "observed: cktool refuses a second declaration",
      remedy: "Remove or rename one of them.",
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
  ) { file, _ in
    file.duplicates(file.recordTypes.map { $0.name }) { name, _ in "the record type '\(name)' is declared twice" }
  }
}
