import CloudKitSchema
package import Diagnostics

/// What a change means for a deployment. Plans, findings, and the status of a live schema all show this one judgement.
package struct Assessment: Hashable, Sendable {
  /// The kinds of steps in order: prerequisites come first, removals last.
  package enum Kind: String, CaseIterable, Sendable {
    case roles, recordTypes, fields, fieldTypes, indexes, grants, removals
  }

  /// From harmless to refused. The worst rule that a change violates gives its verdict.
  package enum Verdict: String, CaseIterable, Sendable {
    /// CloudKit accepts the change, and shipped apps continue to work.
    case allowed
    /// CloudKit accepts the change, but shipped apps may fail.
    case riskyForShippedApps
    /// CloudKit accepts the change, which gives users more access.
    case widensAccess
    /// Production refuses the whole schema because of the change.
    case refusedInProduction
  }

  package let kind: Kind
  package let verdict: Verdict
  /// In one sentence.
  package let reason: String
  /// What the change does, by the rules of all policies, at its place in the new schema.
  package let findings: [Diagnostic]

  init(_ change: SchemaChange, in comparison: SchemaComparison) {
    var concerns: [Concern]
    (kind, reason, concerns) = comparison.judge(change)
    if let rename = comparison.rename(adding: change.declaration) { concerns.append(Concern(rename, comparison)) }
    let verdicts = Set(concerns.map(\.rule.verdict))
    verdict = Verdict.allCases.last(where: verdicts.contains) ?? .allowed
    findings = concerns.map { $0.finding(of: change, in: comparison) }
  }
}

/// A rule that a change violates.
private struct Concern {
  let rule: Rule
  let message: String
  let help: String
  /// What the change gives or takes, if a later one of the same declaration can give or take more.
  let amount: String
  /// What the finding is about, if not what the change declares.
  var declaration: DeclarationName?
  var rename: LikelyRename?

  init(_ rule: Rule, _ message: String, help: String, amount: String = "") {
    self.rule = rule
    self.message = message
    self.help = help
    self.amount = amount
  }

  init(_ rename: LikelyRename, _ comparison: SchemaComparison) {
    switch rename {
    case .recordType(let old, let new):
      self.init(
        .probableRename, "record type \(new) is probably \(old) of \(comparison.oldName), renamed",
        help: "CloudKit cannot rename record types: keep \(old) beside \(new) and copy the records")
    case .field(let old, let new, let type):
      self.init(
        .probableRename,
        "\(type).\(new.name) is probably \(type).\(old.name) of \(comparison.oldName), renamed",
        help: "CloudKit cannot rename fields: keep \(old.name) beside \(new.name) and copy the values")
    }
    self.rename = rename
  }

  func finding(of change: SchemaChange, in comparison: SchemaComparison) -> Diagnostic {
    let declaration = declaration ?? change.declaration
    let sides = rename.map { comparison.sides(of: $0) } ?? comparison.sides(of: declaration)
    var finding = Diagnostic(
      rule.severity, rule: rule.id, message, file: sides.file, range: sides.range,
      subject: "\(declaration)" + (amount.isEmpty ? "" : " \(amount)"), help: help)
    finding.related = sides.other
    return finding
  }
}

/// What a change does, in general and by rule.
private typealias Judgment = (kind: Assessment.Kind, reason: String, concerns: [Concern])

extension SchemaComparison {
  fileprivate func judge(_ change: SchemaChange) -> Judgment {
    func onlyNew(_ what: String) -> String { "\(what) is in \(newName) but not in \(oldName)" }
    func onlyOld(_ what: String) -> String { "\(what) is in \(oldName) but not in \(newName)" }
    switch change {
    case .roleAdded:
      let reason = "a role can be added at any time; CloudKit Console assigns it to users per environment"
      return (.roles, reason, [])
    case .roleRemoved(let role) where !grantsAnything(to: role):
      return (.removals, "no user's access changes: \(oldName) grants the role nothing in the public database", [])
    case .roleRemoved(let role):
      let help = "keep '\(Schema.line(ofRole: role))' while any user has the role"
      return (
        .removals, "users with the role lose the permissions it granted",
        [Concern(.roleRemoved, onlyOld("role \(role)"), help: help)]
      )
    case .recordTypeAdded(let type): return judge(added: type)
    case .recordTypeRemoved(let type):
      let reason = "a record type can never be removed from production, even one used only in private databases"
      let help = "keep the record type and mark it as deprecated; production refuses the schema without it"
      return (.removals, reason, [Concern(.recordTypeRemoved, onlyOld("record type \(type.name)"), help: help)])
    case .fieldAdded(let field, let type):
      let help = "update code that lists the fields of \(type)"
      return (
        .fields, "a field can be added at any time; existing records have no value for it",
        [Concern(.fieldAdded, onlyNew("\(type).\(field.name) (\(field.type))"), help: help)]
      )
    case .fieldRemoved(let field, let type):
      let help = "keep the line and mark it as deprecated; production refuses the schema without it"
      return (
        .removals, "production keeps every field; removing one would lose its values",
        [Concern(.fieldRemoved, onlyOld("\(type).\(field.name) (\(field.type))"), help: help)]
      )
    case .fieldTypeChanged(let field, let type, let before, let after):
      return judge(typeOf: "\(type).\(field)", from: before, to: after)
    case .indexesChanged(let field, let type, let before, let after):
      return judge(indexesOf: field, in: type, from: before, to: after)
    case .grantAdded(let grant, let type):
      return judge(grantTo: grant.role, on: type, added: grant.permissions, removed: [])
    case .grantRemoved(let grant, let type):
      var judged = judge(grantTo: grant.role, on: type, added: [], removed: grant.permissions)
      if !judged.concerns.isEmpty { judged.kind = .removals }
      return judged
    case .permissionsChanged(let role, let type, let before, let after):
      return judge(
        grantTo: role, on: type, added: after.subtracting(before), removed: before.subtracting(after))
    }
  }

  private func judge(added type: RecordType) -> Judgment {
    var concerns = [
      Concern(
        .recordTypeAdded, "record type \(type.name) is in \(newName) but not in \(oldName)",
        help: "update code that lists the record types")
    ]
    if isPrivate(type.name) {
      let reason = "a record type can be added at any time; private databases ignore grants"
      return (.recordTypes, reason, concerns)
    }
    let open = type.grants.filter(\.isOpen)
    if !open.isEmpty {
      concerns += open.map { widened($0.role, on: type.name, gained: $0.permissions) }
      let access = open.map { "\(users(of: $0.role)) has \($0.permissions)" }.joined(separator: ", ")
      let reason = "a record type can be added at any time, but \(access) on this one"
      return (.recordTypes, reason, concerns)
    }
    guard type.grants.isEmpty else { return (.recordTypes, "a record type can be added at any time", concerns) }
    concerns.append(
      Concern(
        .typeWithoutGrants, "record type \(type.name) is new in \(newName) and has no grants",
        help: "grant what the public database needs, or declare '\(type.name)' private"))
    let reason = "a record type can be added at any time; without grants, no one can use it in the public database"
    return (.recordTypes, reason, concerns)
  }

  private func judge(typeOf field: String, from old: FieldType, to new: FieldType) -> Judgment {
    if old.isNumber(becoming: new) { return (.fieldTypes, "the preferred type of a NUMBER field can be set once", []) }
    let isEncryption = old.isEncrypted != new.isEncrypted
    let isPreferred = !isEncryption && old.differsOnlyInPreferredNumber(from: new)
    return (
      .fieldTypes, "a field in production keeps its type, so that no value is lost",
      [
        Concern(
          isEncryption ? .encryptionToggled : isPreferred ? .preferredNumberChanged : .fieldTypeChanged,
          "\(field) is \(old) in \(oldName) and \(new) in \(newName)",
          help: isPreferred
            ? "keep \(old), or add a field under another name"
            : "add a field of type \(new) under another name and copy the values to it")
      ]
    )
  }

  private func judge(
    indexesOf field: String, in type: RecordType.Name, from old: Indexes, to new: Indexes
  ) -> Judgment {
    let lost = old.subtracting(new)
    guard !lost.isEmpty else {
      return (.indexes, "an index can be added at any time and is deployed with the schema", [])
    }
    let fails = "app queries that need \(lost) on \(type).\(field) will fail"
    let name = "\(type).\(field) is \(lost) in \(oldName)"
    guard !declares(field, of: type), let system = SystemField(rawValue: field) else {
      let help = "keep \(lost) while a shipped app may query or sort by \(field)"
      return (
        .removals, fails, [Concern(.indexRemoved, "\(name) but not in \(newName)", help: help, amount: "\(lost)")]
      )
    }
    let line = Field(name: field, type: system.type, indexes: old)
    let help = "restore \(line); without its line, the index is dropped"
    return (
      .removals, "the field's line is removed, and its index with it; \(fails)",
      [Concern(.systemIndexDropped, "\(name) but has no line in \(newName)", help: help, amount: "\(lost)")]
    )
  }

  /// Judges a change of the grant to a role by what its users may do before and after, through all grants.
  private func judge(
    grantTo role: String, on type: RecordType.Name, added: Permissions, removed: Permissions
  ) -> Judgment {
    if isPrivate(type) {
      return (.grants, "no user's access changes: \(type) is used in private databases, which ignore grants", [])
    }
    let (old, new) = (access(to: type, in: old.schema), access(to: type, in: new.schema))
    let (before, after) = (old.permissions(of: role), new.permissions(of: role))
    // What users gain or lose through a wider role is said of that role.
    let gained = after.subtracting(before).subtracting(new.inherited(by: role))
    let lost = before.subtracting(after).subtracting(old.inherited(by: role))
    var concerns: [Concern] = []
    if !lost.isEmpty {
      concerns.append(
        Concern(
          .grantRemoved, "\(role) has \(lost) on \(type) in \(oldName) but not in \(newName)",
          help: "keep the grant while a shipped app relies on it", amount: "\(lost)"))
    }
    if !gained.isEmpty { concerns.append(widened(role, on: type, gained: gained)) }
    let users = users(of: role)
    switch (gained.isEmpty, lost.isEmpty) {
    case (true, true) where before != after:
      return (.grants, "\(users) gains or loses nothing by this grant, only by those to wider roles", concerns)
    case (true, true):
      let wider = Set(old.roles(giving: added, to: role) + new.roles(giving: removed, to: role)).map(\.rawValue)
      let reason = "\(users) has \(added.union(removed)) through \(wider.sorted().joined(separator: " and "))"
      return (.grants, "no user's access changes: \(reason)", concerns)
    case (true, false): return (.grants, "\(users) loses \(lost)", concerns)
    case (false, true): return (.grants, "\(users) gains \(gained)", concerns)
    case (false, false): return (.grants, "\(users) gains \(gained) and loses \(lost)", concerns)
    }
  }

  private func access(to type: RecordType.Name, in schema: Schema) -> Access {
    Access(schema.recordType(named: type)?.grants ?? [])
  }

  /// Whether the live schema grants permissions to a role, on types that are not only in private databases.
  private func grantsAnything(to role: String) -> Bool {
    old.schema.recordTypes.contains { type in
      type.grants.contains { $0.role == role && !$0.permissions.isEmpty } && !isPrivate(type.name)
    }
  }

  private func widened(_ role: String, on type: RecordType.Name, gained: Permissions) -> Concern {
    var concern = Concern(
      .grantWidened, "\(role) has \(gained) on \(type) in \(newName) but not in \(oldName)",
      help: "remove \(gained) unless \(role) needs it", amount: "\(gained)")
    concern.declaration = .grant(to: role, of: type)
    return concern
  }

  private func users(of role: String) -> String {
    switch SystemRole(rawValue: role) {
    case .creator: "a record's creator"
    case .icloud: "every signed-in user"
    case .world: "anyone"
    case nil: "the role \(role)"
    }
  }
}

extension Grant {
  /// Whether arbitrary users can create, change or delete records.
  fileprivate var isOpen: Bool {
    switch SystemRole(rawValue: role) {
    case .world: !permissions.isDisjoint(with: [.create, .write])
    case .icloud: permissions.contains(.write)
    case .creator, nil: false
    }
  }
}

extension FieldType {
  fileprivate func differsOnlyInPreferredNumber(from other: FieldType) -> Bool {
    primitive == .number && other.primitive == .number && isList == other.isList
      && preferredNumber != other.preferredNumber
  }
}
