import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let jsonInString = SchemaRule(
    RuleDocumentation(
      id: "json-in-string",
      summary: "a string field stores JSON",
      severity: .info, evidence: .assumed,
      why:
        "CloudKit cannot query or index the values inside, and devices that change it at the same time overwrite each other.",
      source: .realSchemas,
      remedy: "Use fields or a separate record type, or suppress the rule if no query needs the values inside.",
      bad: .recordType("settingsJSON STRING,"),
      good: .recordType("fontSize INT64,")), skipsGenerated: true
  ) { file, _ in
    file.findingsInFields({ field in
      guard field.type?.primitive == .string,
        file.name(field.name, endsWith: "JSON") || file.name(field.name, endsWith: "Json")
          || file.name(field.name, startsWith: "json")
      else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' stores JSON in a string", range: file.tokens[field.name].range,
        help: "use fields, which CloudKit can query")
    })
  }
}
