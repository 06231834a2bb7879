import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let encryptedType = SchemaRule(
    RuleDocumentation(
      id: "encrypted-type",
      summary: "a type that does not support encryption is declared ENCRYPTED",
      severity: .error, evidence: .documented,
      why: "Only BYTES, STRING, DOUBLE, INT64, LOCATION and TIMESTAMP fields can be encrypted.",
      source: "Apple, CKRecord.encryptedValues, and the grammar",
      remedy: "Remove ENCRYPTED, or choose another type.",
      bad: .recordType("photo ENCRYPTED ASSET,", grant: #"READ TO "_creator""#),
      good: .recordType("photo ASSET,")), scope: .language
  ) { file, _ in
    file.findings(inTypesAndIndexes: false) { type, indexes in
      guard type.isEncrypted else { return nil }
      switch type.primitive {
      case .asset: return ("an ASSET cannot be declared ENCRYPTED", "CloudKit always encrypts assets; remove ENCRYPTED")
      case .reference: return ("a REFERENCE cannot be ENCRYPTED", "CloudKit must be able to follow references")
      case .number: return ("a NUMBER cannot be ENCRYPTED", "use ENCRYPTED INT64 or ENCRYPTED DOUBLE")
      case .bytes, .double, .int64, .location, .string, .timestamp: return nil
      }
    }
  }
}
