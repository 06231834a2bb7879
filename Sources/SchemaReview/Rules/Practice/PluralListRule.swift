import CloudKitSchema
import Diagnostics

extension SchemaRule {
  private static let pluralEndings = RuleOption(
    "endings", "accepted endings of list names, in any case",
    standard: .words(["s", "children", "data", "feet", "history", "ids", "list", "media", "men", "people"]))

  static let pluralList = SchemaRule(
    RuleDocumentation(
      id: "plural-list",
      summary: "a list has a singular name",
      severity: .info, evidence: .assumed,
      why: "A singular name suggests a single value.",
      source: .realSchemas,
      remedy: "Use the plural before the field reaches production.",
      bad: .recordType("tag LIST<STRING>,"),
      good: .recordType("tags LIST<STRING>,"),
      options: [pluralEndings]), isOptIn: true, skipsGenerated: true
  ) { file, settings in
    let endings = pluralEndings.words(in: settings)
    return file.findingsInFields({ field in
      guard field.type?.isList == true, !file.isSystemName(field.name) else { return nil }
      let name = file.name(field.name).lowercased()
      guard !endings.contains(where: { name.hasSuffix($0.lowercased()) }) else { return nil }
      return Finding(
        message: "the list '\(file.shownName(field.name))' has a singular name",
        range: file.tokens[field.name].range, help: "use the plural")
    })
  }
}
