import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let fieldNameCase = SchemaRule(
    RuleDocumentation(
      id: "field-name-case",
      summary: "a field name does not begin with a lowercase letter",
      severity: .warning, evidence: .assumed,
      why: """
        By convention, CloudKit record type names begin with an uppercase letter and field names with a lowercase \
        letter. A name cannot change once it is in production. Core Data generates names that begin with CD_; the rule \
        ignores its record types.
        """,
      source: "Apple's examples; schemas in public repositories; not verified against Apple's validator",
      remedy: "Rename the field before it reaches production.",
      bad: .recordType("Title STRING,"),
      good: .recordType("title STRING,")), skipsGenerated: true
  ) { file, _ in
    file.findingsInFields({ item in
      let name = file.nameRange(item.name)
      guard name.start < name.end, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(file.source.bytes[name.start])
      else { return nil }
      return Finding(
        message: "the field name '\(file.shownName(item.name))' does not begin with a lowercase letter",
        range: file.tokens[item.name].range, help: "rename the field unless it is in production")
    })
  }
}
