import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Encrypts a field that exists, or no longer does.
  static let encryptionToggled = DeploymentRule(
    RuleDocumentation(
      id: "encryption-toggled",
      summary: "a field is encrypted where it was not, or the other way round",
      severity: .error,
      evidence: .documented,
      why: "Encryption is for new fields only, and it stays as it is once the field is in production.",
      source: "Apple, CKRecord.encryptedValues; NSAttributeDescription.allowsCloudEncryption",
      remedy: "Add an encrypted field under another name and move the values.",
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
      "add a field of type \(new) under another name and move the values to it"
    )
  }
}
