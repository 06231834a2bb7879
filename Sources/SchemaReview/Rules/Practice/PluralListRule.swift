import CloudKitSchema
import Diagnostics

extension SchemaRule {
  private static let pluralEndings = RuleOption(
    "endings", "how the names of lists may end, in whatever case",
    standard: .words(["s", "children", "data", "feet", "history", "ids", "list", "media", "men", "people"]))

  static let pluralList = SchemaRule(
    RuleDocumentation(
      id: "plural-list",
      summary: "a list's name speaks of one",
      severity: .info, evidence: .assumed,
      why: "A name in the singular lets a reader expect one value.",
      source: .realSchemas,
      remedy: "Use the plural, while the field is not in production.",
      bad: .recordType("tag LIST<STRING>,"),
      good: .recordType("tags LIST<STRING>,"),
      options: [pluralEndings]), isOptIn: true
  ) { file, settings in
    let endings = pluralEndings.words(in: settings)
    return file.findingsInFields({ field in
      guard field.type?.isList == true, !file.isSystemName(field.name) else { return nil }
      let name = file.name(field.name).lowercased()
      guard !endings.contains(where: { name.hasSuffix($0.lowercased()) }) else { return nil }
      return Finding(
        message: "the name of the list '\(file.shownName(field.name))' speaks of one",
        range: file.tokens[field.name].range, help: "use the plural")
    })
  }
}
