import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let fieldNameCase = SchemaRule(
    RuleDocumentation(
      id: "field-name-case",
      summary: "the name of a field does not begin with a lower-case letter",
      severity: .warning, evidence: .assumed,
      why: """
        Record types begin with an upper-case letter and fields with a lower-case one everywhere \
        in CloudKit; a name cannot be changed once it is in production.
        """,
      source: "Apple's own examples; our reading of real schemas; not verified against Apple's validator",
      remedy: "Rename it before it is in production.",
      bad: .recordType("Title STRING,"),
      good: .recordType("title STRING,"))
  ) { file in
    file.findingsInFields({ item in
      let name = file.nameRange(item.name)
      guard name.start < name.end, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(file.source.bytes[name.start])
      else { return nil }
      return Finding(
        message: "the field '\(file.shownName(item.name))' does not begin with a lower-case letter",
        range: file.tokens[item.name].range, help: "rename it, unless it is in production")
    })
  }
}
