import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let noRecordTypes = SchemaRule(
    RuleDocumentation(
      id: "no-record-types",
      summary: "the schema declares no record type",
      severity: .warning, evidence: .documented,
      why: "An import makes the container like the file: one that declares nothing asks for every record type to go.",
      source: .schemaGuide(),
      remedy: "Declare the record types, or check that this is the file you meant.",
      bad: """
        DEFINE SCHEMA
        CREATE ROLE Admin;
        """,
      good: .recordType("title STRING,", after: "CREATE ROLE Admin;", grant: "READ, WRITE TO Admin")), scope: .language
  ) { file in
    guard file.recordTypes.isEmpty, file.mistakes.isEmpty, file.tokens.count > 1 else { return [] }
    return [
      Finding(
        message: "the schema declares no record type", range: nil,
        help: "importing it asks CloudKit to delete every record type there is")
    ]
  }
}
