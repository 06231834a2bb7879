import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let missingTypeDoc = SchemaRule(
    RuleDocumentation(
      id: "missing-type-doc",
      summary: "a record type has no comment",
      severity: .info, evidence: .assumed,
      why: "Comments are the data dictionary for later maintainers.",
      source: "convention of this project",
      remedy: "Add a comment above the record type.",
      bad: .recordType(),
      good: .recordType(after: "// One feed.")), isOptIn: true, skipsGenerated: true
  ) { file, _ in
    file.findingsInTypes({ type in
      guard type.name >= 2, file.comments(before: type.name - 2).isEmpty else { return nil }
      return Finding(
        message: "the record type '\(file.shownName(type.name))' has no comment", range: file.tokens[type.name].range,
        help: "add a comment above the record type")
    })
  }
}
