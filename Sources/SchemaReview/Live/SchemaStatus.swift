import CloudKitSchema
import Diagnostics

/// A schema file, the schema of development, and the schema of production, side by side.
package struct SchemaStatus: Sendable {
  package enum Step: String, CaseIterable, Sendable {
    /// Only production, or only development, has the declaration.
    case pull
    /// Production refuses the file's declaration.
    case blocked
    /// Development differs from the file.
    case push
    /// Development has the file's declaration, and production does not.
    case deploy
  }

  /// A declaration that is not the same everywhere.
  package struct Row: Hashable, Sendable {
    package let declaration: DeclarationName
    /// The declaration in each schema; `nil` where it is missing.
    package let file, development, production: String?
    package let step: Step
    /// The rule that blocks the declaration; `nil` for the other steps.
    package let rule: String?
  }

  /// The declarations that differ: roles first, then record types with their fields and grants.
  package let rows: [Row]

  package init(file: SchemaDocument, development: SchemaDocument, production: SchemaDocument) {
    let plan = DeploymentPlan(from: production, to: file)
    let refused = Dictionary(
      plan.refused.map { ($0.change.declaration, $0.findings.first { $0.severity == .error }?.rule) }
    ) { first, _ in first }
    let toPush = Set(Self.differences(from: development, to: file))
    let toDeploy = Self.differences(from: production, to: file)
    let between = Self.differences(from: production, to: development)
    var seen: Set<DeclarationName> = []
    let names = (Array(toPush) + toDeploy + between).filter { seen.insert($0).inserted }
    rows = names.sorted { $0.order < $1.order }.map { name in
      let texts = [file, development, production].map { $0.schema.text(of: name) }
      let isOnlyLive = texts[0] == nil && (texts[1] == nil || texts[2] == nil)
      let isBlocked = !isOnlyLive && refused[name] != nil
      return Row(
        declaration: name, file: texts[0], development: texts[1], production: texts[2],
        step: isOnlyLive ? .pull : isBlocked ? .blocked : toPush.contains(name) ? .push : .deploy,
        rule: isBlocked ? refused[name] ?? nil : nil)
    }
  }

  package func count(_ step: Step) -> Int { rows.count { $0.step == step } }

  private static func differences(from old: SchemaDocument, to new: SchemaDocument) -> [DeclarationName] {
    SchemaDiff(deploying: new.schema, over: old.schema).changes.map(\.declaration)
  }
}

extension DeclarationName {
  /// The place in reports: roles, then record types by name, each with its fields and then its grants.
  fileprivate var order: (type: String, kind: Int, name: String) {
    switch self {
    case .role(let name): ("", 0, name)
    case .recordType(let name): (name, 0, "")
    case .field(let name, let type): (type, 1, name)
    case .grant(let role, let type): (type, 2, role)
    }
  }
}

extension Schema {
  /// Returns a declaration as text; `nil` if the schema does not have it.
  fileprivate func text(of name: DeclarationName) -> String? {
    switch name {
    case .role(let role): roles.contains(role) ? "role" : nil
    case .recordType(let type): recordType(named: type).map { "\($0.fields.count.of("field"))" }
    case .field(let field, let type): recordType(named: type)?.field(named: field)?.typeAndIndexes
    case .grant(let role, let type):
      recordType(named: type)?.grants.first { $0.role == role }.map { "\($0.permissions)" }
    }
  }
}
