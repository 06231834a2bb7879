import CloudKitSchema
import Diagnostics

extension SchemaRule {
  private static let flagNames = RuleOption(
    "names", "names of INT64 fields treated as flags",
    standard: .words([
      "active", "archived", "completed", "deleted", "disabled", "enabled", "favorite", "featured", "hidden", "locked",
      "paid", "pinned", "private", "public", "published", "read", "starred", "unread", "verified", "visible",
    ]))

  static let boolPrefix = SchemaRule(
    RuleDocumentation(
      id: "bool-prefix",
      summary: "a flag's name has no is or has prefix",
      severity: .info, evidence: .assumed,
      why:
        "CloudKit has no Boolean type, so only a name such as isActive or hasImage shows that an INT64 field is a flag.",
      source: .realSchemas,
      remedy: "Prefix the name with is or has before the field reaches production.",
      bad: .recordType("active INT64,"),
      good: .recordType("isActive INT64,"),
      options: [flagNames]), isOptIn: true, skipsGenerated: true
  ) { file, settings in
    let names = NameSet(flagNames.words(in: settings))
    return file.findingsInFields({ field in
      guard field.type == FieldType(.int64), names.contains(field.name, of: file) else { return nil }
      let name = file.name(field.name)
      let better = "is" + name.prefix(1).uppercased() + name.dropFirst()
      return Finding(
        message: "the flag '\(SyntaxMistake.shown(name))' has no is or has prefix",
        range: file.tokens[field.name].range, help: "rename it to \(SyntaxMistake.shown(better))")
    })
  }
}
