import CloudKitSchema
import Diagnostics

extension SchemaRule {
  private static let flagNames = RuleOption(
    "names", "names of INT64 fields that are taken for flags",
    standard: .words([
      "active", "archived", "completed", "deleted", "disabled", "enabled", "favorite", "featured", "hidden", "locked",
      "paid", "pinned", "private", "public", "published", "read", "starred", "unread", "verified", "visible",
    ]))

  static let boolPrefix = SchemaRule(
    RuleDocumentation(
      id: "bool-prefix",
      summary: "a flag's name does not read like a question",
      severity: .info, evidence: .assumed,
      why: "CloudKit has no BOOL: that an INT64 is a flag can only be seen from its name, isActive or hasImage.",
      source: .realSchemas,
      remedy: "Begin the name with is or has, while the field is not in production.",
      bad: .recordType("active INT64,"),
      good: .recordType("isActive INT64,"),
      options: [flagNames]), isOptIn: true
  ) { file, settings in
    let names = NameSet(flagNames.words(in: settings))
    return file.findingsInFields({ field in
      guard field.type == FieldType(.int64), names.contains(field.name, of: file) else { return nil }
      let name = file.name(field.name)
      let better = "is" + name.prefix(1).uppercased() + name.dropFirst()
      return Finding(
        message: "the flag '\(SyntaxMistake.shown(name))' does not say that it is one",
        range: file.tokens[field.name].range, help: "call it \(SyntaxMistake.shown(better))")
    })
  }
}
