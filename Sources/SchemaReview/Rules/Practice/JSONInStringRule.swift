import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let jsonInString = SchemaRule(
    RuleDocumentation(
      id: "json-in-string",
      summary: "a string holds JSON",
      severity: .info, evidence: .assumed,
      why: "CloudKit can neither query nor index what is inside, and two devices that change it overwrite each other.",
      source: .realSchemas,
      remedy: "Use fields or a record type of its own, or suppress the rule where nobody asks for what is inside.",
      bad: .recordType("settingsJSON STRING,"),
      good: .recordType("fontSize INT64,"))
  ) { file in
    file.findingsInFields({ field in
      guard field.type?.primitive == .string,
        file.name(field.name, endsWith: "JSON") || file.name(field.name, endsWith: "Json")
          || file.name(field.name, startsWith: "json")
      else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' holds JSON as a string", range: file.tokens[field.name].range,
        help: "use fields, which CloudKit can query")
    })
  }
}
