import CloudKitSchema
import Diagnostics

extension SchemaRule {
  private static let timestampSuffixes = RuleOption(
    "suffixes", "how the names of moments may end, in whatever case",
    standard: .words(["at", "date", "dates", "day", "deadline", "on", "since", "time", "times", "timestamp", "until"]))

  static let timestampSuffix = SchemaRule(
    RuleDocumentation(
      id: "timestamp-suffix",
      summary: "a moment's name does not say that it is one",
      severity: .info, evidence: .assumed,
      why: "Beside other fields a name such as published reads like a flag, publishedAt like a moment.",
      source: .realSchemas,
      remedy: "End the name with At or Date, while the field is not in production.",
      bad: .recordType("published TIMESTAMP,"),
      good: .recordType("publishedAt TIMESTAMP,"),
      options: [timestampSuffixes]), isOptIn: true
  ) { file, settings in
    let suffixes = timestampSuffixes.words(in: settings)
    return file.findingsInFields({ field in
      guard field.type?.primitive == .timestamp, !file.isSystemName(field.name) else { return nil }
      let name = file.name(field.name).lowercased()
      guard !suffixes.contains(where: { name.hasSuffix($0.lowercased()) }) else { return nil }
      return Finding(
        message: "the name '\(file.shownName(field.name))' does not say that it is a moment",
        range: file.tokens[field.name].range, help: "end it with At or Date")
    })
  }
}
