import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let stringForeignKey = SchemaRule(
    RuleDocumentation(
      id: "string-foreign-key",
      summary: "a string holds the name of another record",
      severity: .info, evidence: .assumed,
      why: "CloudKit can follow and delete along a REFERENCE, not along a string.",
      source: .realSchemas,
      remedy: "Use REFERENCE, or suppress the rule where a string is meant.",
      bad: .recordType("feedRecordName STRING QUERYABLE,"),
      good: .recordType("feed REFERENCE QUERYABLE,"))
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
