import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  static let encryptionToggled = DeploymentRule(
    RuleDocumentation(
      id: "encryption-toggled",
      summary: "a field's encryption changes",
      severity: .error,
      evidence: .documented,
      why: "Only new fields can be encrypted, and encryption cannot change once the field is in production.",
      source: "Apple, CKRecord.encryptedValues; NSAttributeDescription.allowsCloudEncryption",
      remedy: "Add a field with the new encryption under another name and copy the values.",
      bad: .deployment(
        of: .feed("title STRING,", "token ENCRYPTED STRING,"), over: .feed("title STRING,", "token STRING,")),
      good: .deployment(
        of: .feed("title STRING,", "token STRING,", "secretToken ENCRYPTED STRING,"),
        over: .feed("title STRING,", "token STRING,"))),
    .policy(.deploy)
  ) { change, comparison in
    guard case .fieldTypeChanged(let field, let type, let old, let new) = change else { return nil }
    guard old.isEncrypted != new.isEncrypted else { return nil }
    return (
      "\(type).\(field) is \(old) in \(comparison.oldName) and \(new) in \(comparison.newName)",
      "add a field of type \(new) under another name and copy the values to it"
    )
  }
}
