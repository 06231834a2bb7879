import CloudKitSchema
import Diagnostics

extension SchemaRule {
  private static let largeTexts = RuleOption(
    "names", "names of string fields treated as large",
    standard: .words([
      "body", "bodyText", "content", "contentHTML", "contentText", "fullText", "html", "markdown",
    ]))

  static let searchableLargeText = SchemaRule(
    RuleDocumentation(
      id: "searchable-large-text",
      summary: "a large text field is SEARCHABLE",
      severity: .warning, evidence: .assumed,
      why: "A word index over whole articles is large, and it includes their markup.",
      source: .realSchemas,
      remedy: "Search a short field, or suppress the rule if you need full-text search.",
      bad: .recordType("content STRING SEARCHABLE,"),
      good: .recordType("title STRING SEARCHABLE,", "content STRING,"), options: [largeTexts]), skipsGenerated: true
  ) { file, settings in
    let names = NameSet(largeTexts.words(in: settings))
    return file.findingsInFields({ field in
      guard field.indexes.contains(.searchable), names.contains(field.name, of: file) else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' is probably too large for a word index",
        range: file.range(of: field.optionTokens),
        help: "search a short field, or suppress the rule and state why you need full-text search")
    })
  }
}
