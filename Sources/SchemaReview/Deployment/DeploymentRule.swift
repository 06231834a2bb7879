import CloudKitSchema
package import Diagnostics

/// A check of the deployment of a schema over a live one.
package struct DeploymentRule: Sendable {
  /// The runs that include a rule.
  package enum Scope: Hashable, Sendable {
    /// Runs with this policy or a stricter one.
    case policy(DeploymentPolicy)
    /// Runs that check access.
    case security
  }

  /// The documentation of the rule.
  package let documentation: RuleDocumentation
  /// The runs that include the rule.
  package let scope: Scope
  /// Whether CloudKit enforces the rule: its findings are errors that cannot be turned off or accepted.
  package var isEnforced: Bool { scope == .policy(.deploy) && documentation.severity == .error }
  private let check: @Sendable (SchemaComparison) -> [Diagnostic]

  /// Creates a rule that checks each change; the closure returns `nil` for a change without a finding.
  init(
    _ documentation: RuleDocumentation, _ scope: Scope,
    describing message: @escaping @Sendable (SchemaChange, SchemaComparison) -> (message: String, help: String)?
  ) {
    self.documentation = documentation
    self.scope = scope
    check = { comparison in
      comparison.diff.changes.compactMap { change in
        guard let description = message(change, comparison) else { return nil }
        var finding = Self.diagnostic(documentation, description, at: comparison.sides(of: change))
        finding.subject = change.declaration.description
        (finding.from, finding.to) = change.values
        return finding
      }
    }
  }

  /// Creates a rule that reports each likely rename.
  init(
    _ documentation: RuleDocumentation, _ scope: Scope,
    describingRename message: @escaping @Sendable (LikelyRename, SchemaComparison) -> (message: String, help: String)
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

  /// Every rule, sorted by id.
  package static let all: [DeploymentRule] = [
    .encryptionToggled, .fieldAdded, .fieldRemoved, .fieldTypeChanged, .grantRemoved, .grantWidened, .indexRemoved,
    .preferredNumberChanged, .probableRename, .recordTypeAdded, .recordTypeRemoved, .roleRemoved, .systemIndexDropped,
    .typeWithoutGrants,
  ]

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.documentation.id, $0) })

  static func named(_ id: String) -> DeploymentRule? { byID[id] }

  /// Returns the rules of a policy, and with `security` the rules about access.
  static func rules(of policy: DeploymentPolicy, security: Bool) -> [DeploymentRule] {
    all.filter { rule in
      switch rule.scope {
      case .policy(let least): least <= policy
      case .security: security
      }
    }
  }

  /// Returns the findings of the rule.
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

/// What a deployment must not break; each policy includes the policies before it.
package enum DeploymentPolicy: String, CaseIterable, Comparable, Sendable {
  /// CloudKit accepts the schema.
  case deploy
  /// Shipped apps continue to work.
  case client
  /// Code that lists every record type and field remains complete.
  case source

  package static func < (lhs: DeploymentPolicy, rhs: DeploymentPolicy) -> Bool {
    allCases.firstIndex(of: lhs) ?? 0 < allCases.firstIndex(of: rhs) ?? 0
  }
}
