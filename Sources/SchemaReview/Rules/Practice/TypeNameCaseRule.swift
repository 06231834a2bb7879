import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let typeNameCase = SchemaRule(
    RuleDocumentation(
      id: "type-name-case",
      summary: "the name of a record type does not begin with an upper-case letter",
      severity: .warning, evidence: .assumed,
      why: """
        Record types begin with an upper-case letter and fields with a lower-case one everywhere \
        in CloudKit; a name cannot be changed once it is in production.
        """,
      source: "Apple's own examples; our reading of real schemas; not verified against Apple's validator",
      remedy: "Rename it before it is in production.",
      bad: .recordType(name: "feed"),
      good: .recordType(name: "Feed"))
  ) { file in
    file.findingsInTypes({ item in
      let name = file.nameRange(item.name)
      guard name.start < name.end, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(file.source.bytes[name.start])
      else { return nil }
      return Finding(
        message: "the record type '\(file.shownName(item.name))' does not begin with an upper-case letter",
        range: file.tokens[item.name].range, help: "rename it, unless it is in production")
    })
  }
}
