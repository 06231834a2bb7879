package import Diagnostics

/// A thing a schema file that reads well can have wrong.
package struct ValidationRule: Sendable {
  /// Its id, kebab-case; it never changes its meaning.
  package let id: String
  /// How much it matters: an error is what CloudKit is documented or seen to refuse.
  package let severity: Diagnostic.Severity
  /// What it asks for, in one sentence.
  package let summary: String
  let check: @Sendable (SchemaFile) -> [Finding]

  init(
    _ id: String, _ severity: Diagnostic.Severity, _ summary: String,
    check: @escaping @Sendable (SchemaFile) -> [Finding]
  ) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.check = check
  }

  /// A place where a rule is broken.
  struct Finding {
    let message: String
    let range: SourceRange?
    var help: String?
    var fix: Fix?
  }
}

/// The checks of a schema file beyond its grammar.
package enum SchemaValidation {
  /// Every rule, by the thing it is about.
  package static let rules: [ValidationRule] =
    [.noRecordTypes, .duplicateRecordType, .duplicateField, .duplicateRole, .duplicateGrant]
    + [.reservedPrefix, .unknownSystemField, .systemFieldType]
    + [.encryptedType, .encryptedIndex, .assetIndex, .sortableType, .searchableType]
    + [.undefinedRole]

  /// What the rules find, rule by rule.
  package static func diagnostics(for file: SchemaFile) -> [Diagnostic] {
    rules.flatMap { rule in
      rule.check(file).map { finding in
        Diagnostic(
          rule.severity, rule: rule.id, finding.message, file: file.source.name, range: finding.range,
          help: finding.help, fix: finding.fix)
      }
    }
  }
}
