import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let missingFieldDoc = SchemaRule(
    RuleDocumentation(
      id: "missing-field-doc",
      summary: "a field has no comment",
      severity: .info, evidence: .assumed,
      why: "The comments are the data dictionary of whoever comes next.",
      source: "house style",
      remedy: "Say it above the field or at the end of its line.",
      bad: .recordType("title STRING,"),
      good: .recordType("// Display name.", "title STRING,")), isOptIn: true
  ) { file in
    file.findingsInFields({ field in
      guard !file.isSystemName(field.name) else { return nil }
      // Above it, within it, between it and its comma, or at the end of its line: before the token after the comma.
      let after = max(field.optionTokens.upperBound, field.name + 1)
      let isSaid = (field.name...min(after + 1, file.tokens.count - 1)).contains { !file.comments(before: $0).isEmpty }
      guard !isSaid else { return nil }
      return Finding(
        message: "no comment says what '\(file.shownName(field.name))' is", range: file.tokens[field.name].range,
        help: "say it above or at the end of the line")
    })
  }
}
