import CloudKitSchema
package import Diagnostics

struct SchemaCheck: Sendable {
  let rule: Rule
  /// Whether the check ignores the record types that Core Data or CloudKit generates.
  private let skipsGenerated: Bool
  private let concern: Concern

  /// The record types that a check is about.
  enum Concern: Sendable {
    case everyDatabase
    /// Those that may be in the public database.
    case publicDatabase
    /// Those that may be in the public database, unless the project declares that they are not.
    case undeclared
  }
  private let check: @Sendable (SchemaFile, Settings) -> [Finding]

  /// A project's values for a rule's options, by option key.
  typealias Settings = [String: RuleOption.Value]

  init(
    _ rule: Rule, skipsGenerated: Bool = false, in concern: Concern = .everyDatabase,
    check: @escaping @Sendable (SchemaFile, Settings) -> [Finding]
  ) {
    self.rule = rule
    self.skipsGenerated = skipsGenerated
    self.concern = concern
    self.check = check
  }

  /// - Parameter databases: The databases of the file's record types; `nil` if they are not known.
  func diagnostics(
    for file: SchemaFile, settings: Settings = [:], databases: DatabaseMap? = nil
  ) -> [Diagnostic] {
    // The two sides of a merge conflict contradict each other.
    guard file.conflict == nil else { return [] }
    return check(file, settings).filter { finding in
      !(skipsGenerated && finding.isGenerated) && concerns(databases?[finding.recordType])
    }.map { finding in
      var diagnostic = Diagnostic(
        rule.severity, rule: rule.id, finding.message, file: file.source.name, range: finding.range,
        help: finding.help ?? rule.advice, fix: finding.fix)
      diagnostic.subject = finding.subject
      diagnostic.related = finding.earlier.map {
        Diagnostic.Related("first declared here", file: file.source.name, range: $0)
      }
      return diagnostic
    }
  }

  private func concerns(_ entry: DatabaseMap.Entry?) -> Bool {
    guard let entry, entry.database == .private else { return true }
    switch concern {
    case .everyDatabase: return true
    case .publicDatabase: return false
    case .undeclared: return !entry.isDeclared
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
    func located(subject: String, range: SourceRange?) -> Finding {
      var finding = self
      finding.subject = finding.subject ?? subject
      finding.range = finding.range ?? range
      return finding
    }

    /// The record type of the subject; empty without one.
    var recordType: RecordType.Name { String((subject ?? "").prefix { $0 != "." && $0 != ":" }) }

    /// Whether the subject is the record type `Users`, or belongs to a share or an entity of Core Data.
    var isGenerated: Bool {
      guard let subject else { return false }
      // Core Data stores relationships between many records in the type CDMR.
      let prefixes = ["CD_", "CDMR.", "cloudkit."]
      return ["Users", "CDMR"].contains(subject) || prefixes.contains(where: subject.hasPrefix)
    }
  }

  /// Sorted by the ids of the rules.
  static let all: [SchemaCheck] = [
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
    .coreDataReference, .jsonInString, .largeInlineBytes, .numberType, .stringForeignKey, .unknownDatabase,
  ].sorted { $0.rule.id < $1.rule.id }
}

extension Rule {
  /// The rules about schema files, sorted by id.
  package static let ofSchemas: [Rule] =
    (SchemaCheck.all.map(\.rule) + syntax + [
      .acceptedMatchesNothing, .acceptedUnknown, .conflictingField, .conflictingGrant, .expiredAcceptance,
      .fileTooLarge, .invalidUTF8, .suppressionWithoutReason, .unknownRuleId, .unusedSuppression,
    ]).sorted { $0.id < $1.id }

  private static let byID = Dictionary(uniqueKeysWithValues: ofSchemas.map { ($0.id, $0) })

  package static func ofSchemas(named id: String) -> Rule? { byID[id] }

  /// Whether the rule is about what CloudKit accepts; `schema validate` checks only such rules.
  package var isLanguage: Bool { scope == .syntax || scope == .language }
}
