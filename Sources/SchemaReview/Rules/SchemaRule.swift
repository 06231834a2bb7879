package import CloudKitSchema
package import Diagnostics

/// A thing a schema can have wrong, with what it says of itself.
package struct SchemaRule: Sendable {
  /// What a rule is about.
  package enum Scope: String, CaseIterable, Sendable {
    /// Spelling and grammar; the parser finds it.
    case syntax
    /// What CloudKit refuses, or is likely to, in a file that reads well.
    case language
    /// What CloudKit accepts and people regret.
    case practice
    /// What is wrong with a suppression; the run that uses it finds it.
    case suppression
    /// What is wrong with an accepted finding; its example is the file of them.
    case acceptance
    /// What keeps two files from being merged; the merge finds it.
    case merging
  }

  /// What it says of itself.
  package let documentation: RuleDocumentation
  /// What it is about.
  package let scope: Scope
  /// Whether it speaks only where it is asked to.
  package let isOptIn: Bool
  private let check: @Sendable (SchemaFile, Settings) -> [Finding]

  /// What a project set of a rule's options, by their keys.
  package typealias Settings = [String: RuleOption.Value]

  init(
    _ documentation: RuleDocumentation, scope: Scope = .practice, isOptIn: Bool = false,
    check: @escaping @Sendable (SchemaFile) -> [Finding] = { _ in [] }
  ) {
    self.init(documentation, scope: scope, isOptIn: isOptIn, checkWithSettings: { file, _ in check(file) })
  }

  /// A rule that looks at its settings.
  init(
    _ documentation: RuleDocumentation, scope: Scope = .practice, isOptIn: Bool = false,
    checkWithSettings check: @escaping @Sendable (SchemaFile, Settings) -> [Finding]
  ) {
    self.documentation = documentation
    self.scope = scope
    self.isOptIn = isOptIn
    self.check = check
  }

  /// Its id, kebab-case; it never changes its meaning.
  package var id: String { documentation.id }
  /// How much it matters by default.
  package var severity: Diagnostic.Severity { documentation.severity }
  /// What is wrong where it fires, in one sentence.
  package var summary: String { documentation.summary }
  /// Whether it is of the language: `schema validate` looks at no other.
  package var isLanguage: Bool { scope == .syntax || scope == .language }
  /// Whether a project may set how much it matters: not of what CloudKit refuses.
  package var isConfigurable: Bool { scope != .merging && !(isLanguage && severity == .error) }

  /// What it finds in a file.
  func diagnostics(for file: SchemaFile, settings: Settings = [:]) -> [Diagnostic] {
    check(file, settings).map { finding in
      var diagnostic = Diagnostic(
        severity, rule: id, finding.message, file: file.source.name, range: finding.range, help: finding.help,
        fix: finding.fix)
      diagnostic.subject = finding.subject
      diagnostic.related = finding.earlier.map { Diagnostic.Related("first here", file: file.source.name, range: $0) }
      return diagnostic
    }
  }

  /// A place where a rule is broken.
  struct Finding {
    let message: String
    let range: SourceRange?
    var help: String?
    var fix: Fix?
    /// What it is about, as a path such as `Feed.title`.
    var subject: String?
    /// Where what it repeats stands.
    var earlier: SourceRange?
  }
}

/// The checks of a schema file beyond its grammar that `schema validate` makes.
package enum SchemaValidation {
  /// Every rule of the language beyond the grammar.
  package static let rules = SchemaRule.all.filter { $0.scope == .language }

  /// What the rules find, rule by rule.
  package static func diagnostics(for file: SchemaFile) -> [Diagnostic] {
    rules.flatMap { $0.diagnostics(for: file) }
  }
}
