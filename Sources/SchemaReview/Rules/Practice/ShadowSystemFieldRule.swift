import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let shadowSystemField = SchemaRule(
    RuleDocumentation(
      id: "shadow-system-field",
      summary: "a field repeats what a system field holds",
      severity: .info, evidence: .documented,
      why: """
        Every record has the times of its creation and last change and who made them; a copy can \
        contradict them.
        """,
      source: .schemaGuide("System Fields"),
      remedy: "Use the system field, or suppress the rule where the two differ.",
      bad: .recordType("createdAt TIMESTAMP,"),
      good: .recordType("title STRING,"))
  ) { file in
    let shadows: [String: SystemField] = [
      "createTime": .createTime, "createdAt": .createTime, "createdBy": .createdBy, "createdTimestamp": .createTime,
      "creationDate": .createTime, "modTime": .modTime, "modificationDate": .modTime, "modifiedAt": .modTime,
      "modifiedBy": .modifiedBy, "modifiedTimestamp": .modTime, "recordID": .recordID, "recordName": .recordID,
      "updatedAt": .modTime,
    ]
    let names = NameSet(shadows.keys)
    return file.findingsInFields({ field in
      guard names.contains(field.name, of: file), let system = shadows[file.name(field.name)] else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' repeats \(system.rawValue)", range: file.tokens[field.name].range,
        help: "use the system field, unless the two differ")
    })
  }
}
