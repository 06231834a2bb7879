import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let encryptedInPublic = SchemaRule(
    RuleDocumentation(
      id: "encrypted-in-public",
      summary: "a record type anyone may read has an encrypted field",
      severity: .warning, evidence: .documented,
      why: """
        The public database has no encrypted fields. It is a warning, since exports list default \
        grants on types of private databases too.
        """,
      source: "Apple, CKRecord.encryptedValues",
      remedy: "Keep the type to private databases, or leave ENCRYPTED out.",
      bad: .recordType("secret ENCRYPTED STRING,"),
      good: .recordType("secret ENCRYPTED STRING,", grant: #"READ TO "_creator""#))
  ) { file in
    file.recordTypes.flatMap { type -> [Finding] in
      guard file.fields[type.fields].contains(where: { $0.type?.isEncrypted == true }) else { return [] }
      let isPublic = file.grants[type.grants].contains {
        $0.permissions.contains(.read) && $0.systemRole == .world
      }
      guard isPublic else { return [] }
      return file.fields[type.fields].compactMap { field in
        guard let kind = field.type, kind.isEncrypted else { return nil }
        return Finding(
          message: "the encrypted field '\(file.shownName(field.name))' is in a type that anyone may read",
          range: file.range(of: field.typeTokens), help: "the public database has no encrypted fields",
          subject: "\(file.name(type.name)).\(file.name(field.name))")
      }
    }
  }
}
