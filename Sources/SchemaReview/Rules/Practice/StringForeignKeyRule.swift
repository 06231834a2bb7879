import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let stringForeignKey = SchemaRule(
    RuleDocumentation(
      id: "string-foreign-key",
      summary: "a string field stores the name of another record",
      severity: .info, evidence: .assumed,
      why: "CloudKit can follow a REFERENCE and cascade deletes along it, but not a string.",
      source: .realSchemas,
      remedy: "Use REFERENCE, or suppress the rule if the string is intended.",
      bad: .recordType("feedRecordName STRING QUERYABLE,"),
      good: .recordType("feed REFERENCE QUERYABLE,")), skipsGenerated: true
  ) { file, _ in
    file.findingsInFields({ field in
      guard field.type == FieldType(.string), file.name(field.name, endsWith: "RecordName") else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' stores a record name as a string",
        range: file.tokens[field.name].range, help: "consider REFERENCE, which CloudKit can follow")
    })
  }
}
