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
        message(change, comparison).map { Self.diagnostic(documentation, $0, at: comparison.place(of: change)) }
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
        Self.diagnostic(documentation, message(rename, comparison), at: comparison.place(of: rename))
      }
    }
  }

  /// Every rule, by id.
  package static let all: [DeploymentRule] = [
    .encryptionToggled, .fieldAdded, .fieldRemoved, .fieldTypeChanged, .grantRemoved, .grantWidened, .indexRemoved,
    .preferredNumberChanged, .probableRename, .recordTypeAdded, .recordTypeRemoved, .roleRemoved, .systemIndexDropped,
    .typeWithoutGrants,
  ]

  /// What the rules of a policy find, rule by rule; those on access only where asked for.
  package static func diagnostics(
    for comparison: SchemaComparison, policy: DeploymentPolicy, security: Bool
  ) -> [Diagnostic] {
    all.flatMap { rule -> [Diagnostic] in
      switch rule.scope {
      case .policy(let least) where least <= policy: rule.check(comparison)
      case .security where security: rule.check(comparison)
      case .policy, .security: []
      }
    }
  }

  private static func diagnostic(
    _ documentation: RuleDocumentation, _ finding: (message: String, help: String),
    at place: (file: String, range: SourceRange?)
  ) -> Diagnostic {
    Diagnostic(
      documentation.severity, rule: documentation.id, finding.message, file: place.file, range: place.range,
      help: finding.help)
  }
}
