import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let shadowSystemField = SchemaRule(
    RuleDocumentation(
      id: "shadow-system-field",
      summary: "a field duplicates a system field",
      severity: .info, evidence: .documented,
      why: "CloudKit records when and by whom each record was created and last changed; a copy can contradict it.",
      source: .schemaGuide("System Fields"),
      remedy: "Use the system field, or suppress the rule if the two differ.",
      bad: .recordType("createdAt TIMESTAMP,"),
      good: .recordType("title STRING,")), skipsGenerated: true
  ) { file, _ in
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
        message: "'\(file.shownName(field.name))' duplicates \(system.rawValue)", range: file.tokens[field.name].range,
        help: "use the system field unless the two differ")
    })
  }
}
