import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// A field repeats what a system field holds.
  static let shadowSystemField = SchemaRule(
    RuleDocumentation(
      id: "shadow-system-field",
      summary: "a field repeats what a system field holds",
      severity: .info, evidence: .documented,
      why: """
        Every record has the times of its creation and last change and who made them; a copy can \
        contradict them.
        """,
      source: """
        Apple, "Integrating a Text-Based Schema into Your Workflow", System Fields
        """,
      remedy: "Use the system field, or suppress the rule where the two differ.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          createdAt TIMESTAMP,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """)
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
