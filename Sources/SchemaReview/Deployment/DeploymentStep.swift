import CloudKitSchema
package import Diagnostics

/// A step of a deployment: a change, its verdict, and a recipe if production refuses the change.
package struct DeploymentStep: Hashable, Sendable {
  /// The kinds of steps in order: prerequisites come first, removals last.
  package enum Kind: String, CaseIterable, Sendable {
    case roles, recordTypes, fields, fieldTypes, indexes, grants, removals
  }

  /// The effect of a step.
  package enum Verdict: String, CaseIterable, Sendable {
    /// CloudKit accepts the change, and shipped apps continue to work.
    case allowed
    /// Production refuses the whole schema because of the change.
    case refusedInProduction
    /// CloudKit accepts the change, but shipped apps may fail.
    case riskyForShippedApps
    /// CloudKit accepts the change, which gives users more access.
    case widensAccess
  }

  /// The kind of step.
  package let kind: Kind
  /// The change.
  package let change: SchemaChange
  /// The effect of the change.
  package let verdict: Verdict
  /// The reason for the verdict, in one sentence.
  package let reason: String
  /// For a refused step, the sentences that describe how to reach the same result by expanding first and contracting later.
  package let recipe: [String]
  /// Whether all findings about the step are accepted.
  package internal(set) var isAccepted = false
  /// The step as a note at its place in the new schema, for formats of findings.
  package let note: Diagnostic

  /// The values that link a step with its findings.
  package struct Difference: Hashable {
    let subject, from, to: String?

    /// Creates the values of a step's change.
    package init(_ change: SchemaChange) {
      subject = change.declaration.description
      (from, to) = change.values
    }

    /// Creates the values of a finding. A likely rename is about the addition.
    package init(_ finding: Diagnostic) {
      let isRename = finding.rule == DeploymentRule.probableRename.documentation.id
      (subject, from, to) = (finding.subject, isRename ? nil : finding.from, finding.to)
    }
  }

  /// The documentation of the notes about steps.
  package static let documentation = RuleDocumentation(
    "deployment-step", .info, .documented, "a step of a plan that no other finding reports",
    why: "Formats that contain only findings show a step without a finding as this note.",
    source: "'celestra-admin schema plan'", remedy: "Nothing, if the step is intended.",
    bad: .deployment(of: .feed("title STRING QUERYABLE,"), over: .feed("title STRING,")),
    good: .deployment(of: .feed("title STRING,"), over: .feed("title STRING,")))

  init(_ change: SchemaChange, in comparison: SchemaComparison, rename: LikelyRename?) {
    self.change = change
    (kind, verdict, reason) = Self.assess(change, comparison)
    recipe = verdict == .refusedInProduction ? ExpandContract.recipe(for: change, rename: rename, in: comparison) : []
    let sides = comparison.sides(of: change)
    var note = Diagnostic(
      .info, rule: Self.documentation.id, "\(change)", file: sides.file, range: sides.range, help: reason)
    note.related = sides.other
    self.note = note
  }

  private static func assess(_ change: SchemaChange, _ comparison: SchemaComparison) -> (Kind, Verdict, String) {
    switch change {
    case .roleAdded:
      (.roles, .allowed, "a role can be added at any time; CloudKit Console assigns it to users per environment")
    case .roleRemoved:
      (.removals, .riskyForShippedApps, "users with the role lose the permissions it granted")
    case .recordTypeAdded(let type): assess(added: type)
    case .recordTypeRemoved:
      (
        .removals, .refusedInProduction,
        "production keeps every record type, private databases' too; removing one would lose its records"
      )
    case .fieldAdded:
      (.fields, .allowed, "a field can be added at any time; existing records have no value for it")
    case .fieldRemoved:
      (.removals, .refusedInProduction, "production keeps every field; removing one would lose its values")
    case .fieldTypeChanged(_, _, let old, let new) where old.isNumber(becoming: new):
      (.fieldTypes, .allowed, "the preferred type of a NUMBER field can be set once")
    case .fieldTypeChanged:
      (.fieldTypes, .refusedInProduction, "a field in production keeps its type, so that no value is lost")
    case .indexesChanged(let field, let type, let old, let new):
      assess(index: field, of: type, lost: old.subtracting(new), comparison)
    case .grantAdded(let grant, _):
      (.grants, .widensAccess, "\(role(grant.role)) gains \(grant.permissions)")
    case .grantRemoved(let grant, _):
      (.removals, .riskyForShippedApps, "\(role(grant.role)) loses \(grant.permissions)")
    case .permissionsChanged(let name, _, let old, let new): assess(grantTo: name, from: old, to: new)
    }
  }

  private static func assess(added type: RecordType) -> (Kind, Verdict, String) {
    let open = type.grants.filter(\.isOpen)
    if !open.isEmpty {
      let access = open.map { "\(role($0.role)) has \($0.permissions)" }.joined(separator: ", ")
      return (.recordTypes, .widensAccess, "a record type can be added at any time, but \(access) on this one")
    }
    return (
      .recordTypes, .allowed,
      type.grants.isEmpty
        ? "a record type can be added at any time; without grants, no one can use it in the public database"
        : "a record type can be added at any time"
    )
  }

  private static func assess(
    index field: String, of type: RecordType.Name, lost: Indexes, _ comparison: SchemaComparison
  ) -> (Kind, Verdict, String) {
    guard !lost.isEmpty else {
      return (.indexes, .allowed, "an index can be added at any time and is deployed with the schema")
    }
    let cause = comparison.declares(field, of: type) ? "" : "the field's line is removed, and its index with it; "
    return (.removals, .riskyForShippedApps, cause + "app queries that need \(lost) on \(type).\(field) will fail")
  }

  private static func assess(
    grantTo name: String, from old: Permissions, to new: Permissions
  ) -> (Kind, Verdict, String) {
    let gained = new.subtracting(old)
    let lost = old.subtracting(new)
    if gained.isEmpty { return (.grants, .riskyForShippedApps, "\(role(name)) loses \(lost)") }
    let reason = "\(role(name)) gains \(gained)"
    return (.grants, .widensAccess, lost.isEmpty ? reason : reason + " and loses \(lost)")
  }

  /// Returns a description of a role's users.
  private static func role(_ name: String) -> String {
    switch SystemRole(rawValue: name) {
    case .creator: "a record's creator"
    case .icloud: "every signed-in user"
    case .world: "anyone"
    case nil: "the role \(name)"
    }
  }
}

extension Grant {
  /// Whether arbitrary users can create, change or delete records.
  var isOpen: Bool {
    switch SystemRole(rawValue: role) {
    case .world: !permissions.isDisjoint(with: [.create, .write])
    case .icloud: permissions.contains(.write)
    case .creator, nil: false
    }
  }
}
