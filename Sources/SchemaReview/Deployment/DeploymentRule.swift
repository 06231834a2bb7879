import CloudKitSchema
package import Diagnostics

/// A thing that can be wrong with bringing one schema to another.
package struct DeploymentRule: Sendable {
  /// When a rule looks.
  package enum Scope: Hashable, Sendable {
    /// Under this policy and those that ask for more.
    case policy(DeploymentPolicy)
    /// Only where widened access is asked about.
    case security
  }

  /// What it says of itself.
  package let documentation: RuleDocumentation
  /// When it looks.
  package let scope: Scope
  private let check: @Sendable (SchemaComparison) -> [Diagnostic]

  /// A rule about single changes: what it says of one, and what to do; `nil` where it has nothing to say.
  init(
    _ documentation: RuleDocumentation, _ scope: Scope,
    saying message: @escaping @Sendable (SchemaChange, SchemaComparison) -> (message: String, help: String)?
  ) {
    self.documentation = documentation
    self.scope = scope
    check = { comparison in
      comparison.diff.changes.compactMap { change in
        guard let words = message(change, comparison) else { return nil }
        var finding = Self.diagnostic(documentation, words, at: comparison.sides(of: change))
        finding.subject = change.subject
        (finding.from, finding.to) = change.values
        return finding
      }
    }
  }

  /// A rule about likely renames.
  init(
    _ documentation: RuleDocumentation, _ scope: Scope,
    sayingOfRename message: @escaping @Sendable (LikelyRename, SchemaComparison) -> (message: String, help: String)
  ) {
    self.documentation = documentation
    self.scope = scope
    check = { comparison in
      comparison.diff.renames.map { rename in
        var finding = Self.diagnostic(
          documentation, message(rename, comparison), at: comparison.sides(of: rename))
        switch rename {
        case .recordType(let old, let new): (finding.subject, finding.from, finding.to) = (new, old, new)
        case .field(let old, let new, let type):
          (finding.subject, finding.from, finding.to) = ("\(type).\(new.name)", "\(old)", "\(new)")
        }
        return finding
      }
    }
  }

  /// Every rule, by id.
  package static let all: [DeploymentRule] = [
    .encryptionToggled, .fieldAdded, .fieldRemoved, .fieldTypeChanged, .grantRemoved, .grantWidened, .indexRemoved,
    .preferredNumberChanged, .probableRename, .recordTypeAdded, .recordTypeRemoved, .roleRemoved, .systemIndexDropped,
    .typeWithoutGrants,
  ]

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.documentation.id, $0) })

  /// The rule of an id.
  package static func named(_ id: String) -> DeploymentRule? { byID[id] }

  /// The rules that look under a policy; those on access only where asked for.
  package static func rules(of policy: DeploymentPolicy, security: Bool) -> [DeploymentRule] {
    all.filter { rule in
      switch rule.scope {
      case .policy(let least): least <= policy
      case .security: security
      }
    }
  }

  /// What it finds.
  func diagnostics(for comparison: SchemaComparison) -> [Diagnostic] { check(comparison) }

  private static func diagnostic(
    _ documentation: RuleDocumentation, _ finding: (message: String, help: String), at sides: SchemaComparison.Sides
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      documentation.severity, rule: documentation.id, finding.message, file: sides.file, range: sides.range,
      help: finding.help)
    diagnostic.related = sides.other
    return diagnostic
  }
}
