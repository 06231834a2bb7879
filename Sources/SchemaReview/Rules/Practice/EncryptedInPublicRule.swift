import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let encryptedInPublic = SchemaRule(
    RuleDocumentation(
      id: "encrypted-in-public",
      summary: "a publicly readable record type has an encrypted field",
      severity: .warning, evidence: .documented,
      why: """
        The public database does not support encrypted fields. The rule is a warning because exports also list \
        default grants for types used only in private databases.
        """,
      source: "Apple, CKRecord.encryptedValues",
      remedy: "Use the type only in private databases, or remove ENCRYPTED.",
      bad: .recordType("secret ENCRYPTED STRING,"),
      good: .recordType("secret ENCRYPTED STRING,", grant: #"READ TO "_creator""#))
  ) { file, _ in
    file.recordTypes.flatMap { type -> [Finding] in
      guard file.fields[type.fields].contains(where: { $0.type?.isEncrypted == true }) else { return [] }
      let isPublic = file.grants[type.grants].contains { $0.permissions.contains(.read) && $0.systemRole == .world }
      guard isPublic else { return [] }
      return file.fields[type.fields].compactMap { field in
        guard let kind = field.type, kind.isEncrypted else { return nil }
        return Finding(
          message: "the encrypted field '\(file.shownName(field.name))' is in a publicly readable record type",
          range: file.range(of: field.typeTokens), help: "the public database does not support encrypted fields",
          subject: "\(file.name(type.name)).\(file.name(field.name))")
      }
    }
  }
}
