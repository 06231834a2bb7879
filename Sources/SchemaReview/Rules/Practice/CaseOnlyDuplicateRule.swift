import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let caseOnlyDuplicate = SchemaRule(
    RuleDocumentation(
      id: "case-only-duplicate",
      summary: "two names differ only in case",
      severity: .warning, evidence: .assumed,
      why: "CloudKit may treat them as two names; people read them as one.",
      source: .realSchemas,
      remedy: "Rename one of them.",
      bad: .recordType("title STRING,", "tiTle STRING,"),
      good: .recordType("title STRING,"))
  ) { file, _ in
    func duplicates(_ tokens: some Collection<Int>, in parent: @autoclosure () -> String) -> [Finding] {
      file.duplicates(tokens, in: parent(), ignoringCase: true, help: "rename one of them") {
        "'\($0)' and '\($1)' differ only in case"
      }
    }
    return duplicates(file.recordTypes.lazy.map(\.name), in: "")
      + file.recordTypes.flatMap { type in
        duplicates(file.fields[type.fields].lazy.map(\.name), in: file.name(type.name) + ".")
      }
  }
}
