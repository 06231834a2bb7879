import CloudKitSchema
import Diagnostics

extension SchemaRule {
  private static let largeTexts = RuleOption(
    "names", "names of strings that are taken for large",
    standard: .words([
      "body", "bodyText", "content", "contentHTML", "contentText", "fullText", "html", "markdown",
    ]))

  static let searchableLargeText = SchemaRule(
    RuleDocumentation(
      id: "searchable-large-text",
      summary: "a large text is SEARCHABLE",
      severity: .warning, evidence: .assumed,
      why: "An index of the words of whole articles is large, and markup is indexed with them.",
      source: .realSchemas,
      remedy: "Search a short field, or suppress the rule where full-text search is meant.",
      bad: .recordType("content STRING SEARCHABLE,"),
      good: .recordType("title STRING SEARCHABLE,", "content STRING,"), options: [largeTexts])
  ) { file, settings in
    let names = NameSet(largeTexts.words(in: settings))
    return file.findingsInFields({ field in
      guard field.indexes.contains(.searchable), names.contains(field.name, of: file) else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' is likely to be large for an index of its words",
        range: file.range(of: field.optionTokens), help: "search a short field; or say in a suppression why it is meant"
      )
    })
  }
}
