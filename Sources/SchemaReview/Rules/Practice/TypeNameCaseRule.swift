import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let typeNameCase = SchemaRule(
    RuleDocumentation(
      id: "type-name-case",
      summary: "a record type name does not begin with an uppercase letter",
      severity: .warning, evidence: .assumed,
      why: """
        By convention, CloudKit record type names begin with an uppercase letter and field names with a lowercase \
        letter. A name cannot change once it is in production.
        """,
      source: "Apple's examples; schemas in public repositories; not verified against Apple's validator",
      remedy: "Rename the record type before it reaches production.",
      bad: .recordType(name: "feed"),
      good: .recordType(name: "Feed")), skipsGenerated: true
  ) { file, _ in
    file.findingsInTypes({ item in
      let name = file.nameRange(item.name)
      guard name.start < name.end, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(file.source.bytes[name.start])
      else { return nil }
      return Finding(
        message: "the record type name '\(file.shownName(item.name))' does not begin with an uppercase letter",
        range: file.tokens[item.name].range, help: "rename the record type unless it is in production")
    })
  }
}
