import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let caseOnlyDuplicate = SchemaRule(
    RuleDocumentation(
      id: "case-only-duplicate",
      summary: "two names differ only in upper and lower case",
      severity: .warning, evidence: .assumed,
      why: "CloudKit may take them for two, people take them for one.",
      source: .realSchemas,
      remedy: "Rename one.",
      bad: .recordType("title STRING,", "tiTle STRING,"),
      good: .recordType("title STRING,"))
  ) { file in
    var found = file.caseOnlyDuplicates(file.recordTypes.lazy.map(\.name), in: "")
    for type in file.recordTypes {
      found += file.caseOnlyDuplicates(file.fields[type.fields].lazy.map(\.name), in: file.name(type.name) + ".")
    }
    return found
  }
}

extension SchemaFile {
  /// The tokens whose name an earlier one spells with other capitals.
  fileprivate func caseOnlyDuplicates(
    _ tokens: some Collection<Int>, in parent: @autoclosure () -> String
  ) -> [Finding] {
    guard mayRepeat(tokens) else { return [] }
    var seen: [String: Int] = Dictionary(minimumCapacity: tokens.count)
    return tokens.compactMap { token in
      let name = name(token)
      guard let first = seen.updateValue(token, forKey: name.lowercased()), case let earlier = self.name(first),
        earlier != name
      else { return nil }
      return Finding(
        message: "'\(SyntaxMistake.shown(name))' and '\(SyntaxMistake.shown(earlier))' differ only in case",
        range: self.tokens[token].range, help: "rename one", subject: parent() + name,
        earlier: self.tokens[first].range)
    }
  }
}
