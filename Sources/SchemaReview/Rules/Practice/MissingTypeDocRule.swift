import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let missingTypeDoc = SchemaRule(
    RuleDocumentation(
      id: "missing-type-doc",
      summary: "a record type has no comment",
      severity: .info, evidence: .assumed,
      why: "The comments are the data dictionary of whoever comes next.",
      source: "house style",
      remedy: "Say above it what a record is.",
      bad: .recordType(),
      good: .recordType(after: "// One feed.")), isOptIn: true
  ) { file in
    file.findingsInTypes({ type in
      guard type.name >= 2, file.comments(before: type.name - 2).isEmpty else { return nil }
      return Finding(
        message: "no comment says what a '\(file.shownName(type.name))' is", range: file.tokens[type.name].range,
        help: "say it in a line above")
    })
  }
}
