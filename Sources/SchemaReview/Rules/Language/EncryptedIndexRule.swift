import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let encryptedIndex = SchemaRule(
    RuleDocumentation(
      id: "encrypted-index",
      summary: "an encrypted field has an index",
      severity: .error, evidence: .documented,
      why: "CloudKit cannot read the values of an encrypted field, so it cannot index them.",
      source: "Apple, CKRecord.encryptedValues",
      remedy: "Remove the index options.",
      bad: .recordType("secret ENCRYPTED STRING QUERYABLE,", grant: #"READ TO "_creator""#),
      good: .recordType("secret ENCRYPTED STRING,", grant: #"READ TO "_creator""#)), scope: .language
  ) { file, _ in
    file.findingsInFields({ field in
      guard let type = field.type, type.isEncrypted, !field.indexes.isEmpty,
        let range = file.range(of: field.optionTokens), let last = field.typeTokens.last
      else { return nil }
      let afterType = SourceRange(file.tokens[last].range.end, range.end)
      // Removing the options would also remove a comment in between.
      let isBare = field.optionTokens.allSatisfy { file.comments(before: $0).isEmpty }
      return Finding(
        message: "an ENCRYPTED field cannot be \(field.indexes)", range: range,
        help: "CloudKit cannot read encrypted values; remove the options",
        fix: isBare ? Fix("remove the options", at: afterType, "") : nil)
    })
  }
}
