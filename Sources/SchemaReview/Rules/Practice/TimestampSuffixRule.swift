import CloudKitSchema
import Diagnostics

extension SchemaRule {
  private static let timestampSuffixes = RuleOption(
    "suffixes", "accepted endings of timestamp names, in any case",
    standard: .words(["at", "date", "dates", "day", "deadline", "on", "since", "time", "times", "timestamp", "until"]))

  static let timestampSuffix = SchemaRule(
    RuleDocumentation(
      id: "timestamp-suffix",
      summary: "a timestamp's name does not show that it is a date",
      severity: .info, evidence: .assumed,
      why: "A name such as published reads like a flag; publishedAt reads like a date.",
      source: .realSchemas,
      remedy: "End the name with At or Date before the field reaches production.",
      bad: .recordType("published TIMESTAMP,"),
      good: .recordType("publishedAt TIMESTAMP,"),
      options: [timestampSuffixes]), isOptIn: true, skipsGenerated: true
  ) { file, settings in
    let suffixes = timestampSuffixes.words(in: settings)
    return file.findingsInFields({ field in
      guard field.type?.primitive == .timestamp, !file.isSystemName(field.name) else { return nil }
      let name = file.name(field.name).lowercased()
      guard !suffixes.contains(where: { name.hasSuffix($0.lowercased()) }) else { return nil }
      return Finding(
        message: "the name '\(file.shownName(field.name))' does not show that it is a date",
        range: file.tokens[field.name].range, help: "end the name with At or Date")
    })
  }
}
