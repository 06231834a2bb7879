import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let reservedPrefix = SchemaRule(
    RuleDocumentation(
      id: "reserved-prefix",
      summary: "a name begins with an underscore",
      severity: .error, evidence: .documented,
      why: "CloudKit reserves names that begin with an underscore.",
      source: .schemaGuide("Identifiers"),
      remedy: "Choose another name.",
      bad: .recordType(#""_title" STRING,"#),
      good: .recordType("title STRING,")), scope: .language
  ) { file, _ in
    var tokens = (file.recordTypes.map { $0.name } + file.roles.map { $0.name }).filter { file.isSystemName($0) }
    for field in file.fields where file.isSystemName(field.name) && !file.hasSystemFieldPrefix(field.name) {
      tokens.append(field.name)
    }
    return tokens.map { token in
      Finding(
        message: "the name '\(file.shownName(token))' begins with an underscore",
        range: file.tokens[token].range, help: "CloudKit reserves such names; choose another",
        subject: file.name(token))
    }
  }
}
