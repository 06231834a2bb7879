import CloudKitSchema
import Diagnostics

/// One step of bringing a live schema to another: what changes, whether it may, and how to get there where it may not.
package struct DeploymentStep: Hashable, Sendable {
  /// The order in which steps are taken: what others need comes first, what takes something away comes last.
  package enum Kind: String, CaseIterable, Sendable {
    case roles, recordTypes, fields, fieldTypes, indexes, grants, removals
  }

  /// What may become of a step.
  package enum Verdict: String, CaseIterable, Sendable {
    /// CloudKit takes it and nobody notices.
    case allowed
    /// Production refuses the whole schema because of it.
    case refusedInProduction
    /// CloudKit takes it, but apps that are out there may fail.
    case riskyForShippedApps
    /// CloudKit takes it, and more people may do more.
    case widensAccess
  }

  /// When it is taken.
  package let kind: Kind
  /// What changes.
  package let change: SchemaChange
  /// What may become of it.
  package let verdict: Verdict
  /// Why, in one sentence.
  package let reason: String
  /// For a refused step, how to reach the same end: expand first, contract later.
  package let recipe: [String]
  /// Whether somebody approved of it.
  package internal(set) var isAccepted = false

  /// What a step and the findings about it have in common.
  struct Difference: Hashable {
    let subject, from, to: String?

    init(_ change: SchemaChange) {
      subject = change.subject
      (from, to) = change.values
    }

    init(_ finding: Diagnostic) {
      (subject, from, to) = (finding.subject, finding.from, finding.to)
    }
  }

  init(_ change: SchemaChange, in comparison: SchemaComparison, rename: LikelyRename?) {
    self.change = change
    (kind, verdict, reason) = Self.assess(change, comparison)
    recipe = verdict == .refusedInProduction ? ExpandContract.recipe(for: change, rename: rename, in: comparison) : []
  }

  private static func assess(_ change: SchemaChange, _ comparison: SchemaComparison) -> (Kind, Verdict, String) {
    switch change {
    case .roleAdded:
      (.roles, .allowed, "a role may come at any time; who holds it is set per environment in CloudKit Console")
    case .roleRemoved:
      (.removals, .riskyForShippedApps, "whoever holds the role can no longer do what it granted")
    case .recordTypeAdded(let type): assess(added: type)
    case .recordTypeRemoved:
      (.removals, .refusedInProduction, "production keeps every record type: removing one would lose its records")
    case .fieldAdded:
      (.fields, .allowed, "a field may come at any time; records that exist have no value in it")
    case .fieldRemoved:
      (.removals, .refusedInProduction, "production keeps every field: removing one would lose its values")
    case .fieldTypeChanged:
      (.fieldTypes, .refusedInProduction, "a field that is in production keeps its type, so that no value is lost")
    case .indexesChanged(let field, let type, let old, let new):
      assess(index: field, of: type, lost: old.subtracting(new), comparison)
    case .grantAdded(let grant, _):
      (.grants, .widensAccess, "\(role(grant.role)) may \(grant.permissions), which it could not")
    case .grantRemoved(let grant, _):
      (.removals, .riskyForShippedApps, "\(role(grant.role)) may no longer \(grant.permissions)")
    case .permissionsChanged(let name, _, let old, let new): assess(grantTo: name, from: old, to: new)
    }
  }

  private static func assess(added type: RecordType) -> (Kind, Verdict, String) {
    let open = type.grants.filter(\.isOpen)
    if !open.isEmpty {
      let who = open.map { "\(role($0.role)) may \($0.permissions)" }.joined(separator: ", ")
      return (.recordTypes, .widensAccess, "a record type may come at any time, but here \(who)")
    }
    return (
      .recordTypes, .allowed,
      type.grants.isEmpty
        ? "a record type may come at any time; without a grant it is of no use in the public database"
        : "a record type may come at any time"
    )
  }

  private static func assess(
    index field: String, of type: RecordType.Name, lost: Indexes, _ comparison: SchemaComparison
  ) -> (Kind, Verdict, String) {
    guard !lost.isEmpty else {
      return (.indexes, .allowed, "an index may come at any time and is deployed with the schema")
    }
    let cause = comparison.declares(field, of: type) ? "" : "the field's line is gone, and its index goes with it; "
    return (.removals, .riskyForShippedApps, cause + "apps whose queries need \(lost) of \(type).\(field) will fail")
  }

  private static func assess(
    grantTo name: String, from old: Permissions, to new: Permissions
  ) -> (Kind, Verdict, String) {
    let gained = new.subtracting(old)
    let lost = old.subtracting(new)
    if gained.isEmpty { return (.grants, .riskyForShippedApps, "\(role(name)) may no longer \(lost)") }
    let reason = "\(role(name)) may \(gained), which it could not"
    return (.grants, .widensAccess, lost.isEmpty ? reason : reason + "; it may no longer \(lost)")
  }

  /// A role as people say it.
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
  /// Whether people nobody chose may make, change or delete what others read.
  var isOpen: Bool {
    switch SystemRole(rawValue: role) {
    case .world: !permissions.isDisjoint(with: [.create, .write])
    case .icloud: permissions.contains(.write)
    case .creator, nil: false
    }
  }
}
