import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// A string holds the name of another record.
  static let stringForeignKey = SchemaRule(
    RuleDocumentation(
      id: "string-foreign-key",
      summary: "a string holds the name of another record",
      severity: .info, evidence: .assumed,
      why: "CloudKit can follow and delete along a REFERENCE, not along a string.",
      source: "our reading of real schemas; not verified against Apple's validator",
      remedy: "Use REFERENCE, or suppress the rule where a string is meant.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          feedRecordName STRING QUERYABLE,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          feed REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        """)
  ) { file in
    file.findingsInFields({ field in
      guard field.type == FieldType(.string) else { return nil }
      guard file.name(field.name, endsWith: "RecordName") else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' holds the name of a record as a string",
        range: file.tokens[field.name].range, help: "consider REFERENCE, which CloudKit can follow")
    })
  }
}
