import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let noRecordTypes = SchemaRule(
    RuleDocumentation(
      id: "no-record-types",
      summary: "the schema declares no record type",
      severity: .warning, evidence: .documented,
      why:
        "An import makes the container match the file, so a file without record types asks CloudKit to delete all of them.",
      source: .schemaGuide(),
      remedy: "Declare the record types, or check that this is the intended file.",
      bad: """
        DEFINE SCHEMA
        CREATE ROLE Admin;
        """,
      good: .recordType(
        "title STRING,", #"GRANT READ TO "_world","#, after: "CREATE ROLE Admin;", grant: "WRITE TO Admin")),
    scope: .language
  ) { file, _ in
    guard file.recordTypes.isEmpty, file.mistakes.isEmpty, file.tokens.count > 1 else { return [] }
    return [
      Finding(
        message: "the schema declares no record type", range: nil,
        help: "importing it asks CloudKit to delete every record type")
    ]
  }
}
