import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let fileTooLarge = SchemaRule(
    RuleDocumentation(
      id: "file-too-large",
      summary: "the file has 4 GiB or more",
      severity: .error, evidence: .documented,
      why: "Nobody writes such a schema: the file is probably another one than was meant. It is not read.",
      source: "this program: places are kept in 32 bits",
      remedy: "Name the file that was meant.",
      bad: """
        (4 GiB of anything)
        """,
      good: .recordType()), scope: .syntax
  )
}
