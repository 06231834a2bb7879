import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let reservedPrefix = SchemaRule(
    RuleDocumentation(
      id: "reserved-prefix",
      summary: "a name begins with an underscore",
      severity: .error, evidence: .documented,
      why: "Names that begin with an underscore are the system's.",
      source: .schemaGuide("Identifiers"),
      remedy: "Choose another name.",
      bad: .recordType(#""_title" STRING,"#),
      good: .recordType("title STRING,")), scope: .language
  ) { file in
    var tokens = (file.recordTypes.map { $0.name } + file.roles.map { $0.name }).filter { file.isSystemName($0) }
    for field in file.fields where file.isSystemName(field.name) && !file.beginsLikeSystemField(field.name) {
      tokens.append(field.name)
    }
    return tokens.map { token in
      Finding(
        message: "the name '\(file.shownName(token))' begins with an underscore",
        range: file.tokens[token].range, help: "such names are reserved to CloudKit; choose another",
        subject: file.name(token))
    }
  }
}
