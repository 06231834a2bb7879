import CloudKitSchema
package import Diagnostics

/// A check of a schema file, with its documentation.
package struct SchemaRule: Sendable {
  /// The subject of a rule.
  package enum Scope: String, CaseIterable, Sendable {
    /// Spelling and grammar, checked by the parser.
    case syntax
    /// Valid syntax that CloudKit refuses or is likely to refuse.
    case language
    /// What CloudKit accepts but causes trouble later.
    case practice
    /// Mistakes in suppressions, checked by `LintRun`.
    case suppression
    /// Mistakes in a file of accepted findings, checked by `AcceptedOutcome`; the example is such a file.
    case acceptance
    /// Conflicts that prevent a merge of two files, checked by `SchemaMerge`.
    case merging
  }

  /// The documentation of the rule.
  package let documentation: RuleDocumentation
  /// The subject of the rule.
  package let scope: Scope
  /// Whether the rule runs only if it is selected.
  package let isOptIn: Bool
  /// Whether the rule ignores the record types that Core Data or CloudKit generates.
  let skipsGenerated: Bool
  private let check: @Sendable (SchemaFile, Settings) -> [Finding]

  /// A project's values for a rule's options, by option key.
  package typealias Settings = [String: RuleOption.Value]

  init(
    _ documentation: RuleDocumentation, scope: Scope = .practice, isOptIn: Bool = false, skipsGenerated: Bool = false,
    check: @escaping @Sendable (SchemaFile, Settings) -> [Finding] = { _, _ in [] }
  ) {
    self.documentation = documentation
    self.scope = scope
    self.isOptIn = isOptIn
    self.skipsGenerated = skipsGenerated
    self.check = check
  }

  /// The id, in kebab case; its meaning never changes.
  package var id: String { documentation.id }
  var severity: Diagnostic.Severity { documentation.severity }
  /// Whether the rule checks the language; `schema validate` runs only such rules.
  package var isLanguage: Bool { scope == .syntax || scope == .language }
  /// Whether a project can set the severity; it cannot for what CloudKit refuses.
  package var isConfigurable: Bool { scope != .merging && !(isLanguage && severity == .error) }

  func diagnostics(for file: SchemaFile, settings: Settings = [:]) -> [Diagnostic] {
    check(file, settings).filter { !(skipsGenerated && $0.isGenerated) }.map { finding in
      var diagnostic = Diagnostic(
        severity, rule: id, finding.message, file: file.source.name, range: finding.range,
        help: finding.help ?? documentation.advice, fix: finding.fix)
      diagnostic.subject = finding.subject
      diagnostic.related = finding.earlier.map {
        Diagnostic.Related("first declared here", file: file.source.name, range: $0)
      }
      return diagnostic
    }
  }

  struct Finding {
    let message: String
    var range: SourceRange?
    /// What to do; without it, the remedy of the rule.
    var help: String?
    var fix: Fix?
    /// The path of the declaration, such as `Feed.title`.
    var subject: String?
    /// The place of the earlier declaration that this one repeats.
    var earlier: SourceRange?

    /// Returns the finding with a subject and a place, if it has none.
    func about(_ subject: String, _ range: SourceRange?) -> Finding {
      var finding = self
      finding.subject = finding.subject ?? subject
      finding.range = finding.range ?? range
      return finding
    }

    /// Whether the subject is the record type `Users`, or belongs to a share or an entity of Core Data.
    var isGenerated: Bool {
      guard let subject else { return false }
      // Core Data stores relationships between many records in the type CDMR.
      let prefixes = ["CD_", "CDMR.", "cloudkit."]
      return ["Users", "CDMR"].contains(subject) || prefixes.contains(where: subject.hasPrefix)
    }
  }
}

extension SchemaRule {
  /// Every rule, sorted by id.
  package static let all: [SchemaRule] = (rules + syntax).sorted { $0.id < $1.id }

  /// The rules of each file.
  private static let rules: [SchemaRule] = [
    .noRecordTypes, .duplicateRecordType, .duplicateField, .duplicateGrant, .duplicateRole, .undefinedRole,
    .reservedPrefix, .unknownSystemField,
    .assetIndex, .encryptedIndex, .encryptedType, .searchableType, .sortableType, .systemFieldType,
    .authenticatedWrite, .createToCreator, .worldCreate, .worldWrite, .noGrants, .noReadGrant, .writeWithoutRead,
    .encryptedInPublic,
    .missingTypeDoc, .missingFieldDoc, .grantCommentMismatch,
    .recordidNotQueryable, .createdbyNotQueryable, .modtimeNotIndexed, .indexBloat, .lowCardinalitySortable,
    .searchableLargeText, .sortableNotQueryable,
    .typeNameCase, .fieldNameCase, .caseOnlyDuplicate, .boolPrefix, .pluralList, .timestampSuffix, .shadowSystemField,
    .overlappingGrant, .unusedRole,
    .coreDataReference, .jsonInString, .largeInlineBytes, .numberType, .stringForeignKey,
    .acceptedMatchesNothing, .acceptedUnknownRule, .expiredAcceptance,
    .conflictingField, .conflictingGrant,
    .suppressionWithoutReason, .unknownRuleId, .unusedSuppression,
    .fileTooLarge, .invalidUTF8,
  ]

  /// Returns the rule with an id.
  package static func named(_ id: String) -> SchemaRule? {
    let index = all.firstIndexOfSorted { $0.id >= id }
    return all.indices.contains(index) && all[index].id == id ? all[index] : nil
  }
}
