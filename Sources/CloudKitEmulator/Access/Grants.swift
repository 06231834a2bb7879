import CloudKitRecords
import CloudKitSchema

/// What a user may do with the records of a schema: what its grants give to anyone, to signed-in users, to the user's
/// roles, and, of the records the user created, to `_creator`.
///
/// A server-to-server key is a signed-in user that owns what it wrote (reports from live use). Whether a new record
/// needs CREATE for `_icloud` or `_creator` is not documented; either will do here.
struct Grants {
  private struct Permitted {
    var always: Permissions = []
    var ofOwn: Permissions = []
  }

  private let types: [RecordType.Name: Permitted]
  private let user: User
  /// Whether the user may create and change all records of all types.
  let mayDoEverything: Bool

  init(_ schema: Schema, for user: User) {
    self.user = user
    let roles = user.roles.union([SystemRole.world.rawValue, SystemRole.icloud.rawValue])
    types = Dictionary(
      schema.recordTypes.map { type in
        var permitted = Permitted()
        for grant in type.grants {
          if roles.contains(grant.role) { permitted.always.formUnion(grant.permissions) }
          if grant.role == SystemRole.creator.rawValue { permitted.ofOwn.formUnion(grant.permissions) }
        }
        return (type.name, permitted)
      },
      uniquingKeysWith: { first, _ in first })
    mayDoEverything = types.values.allSatisfy { $0.always.isSuperset(of: [.create, .write]) }
  }

  /// What of a type's records the user may read.
  enum Readable {
    case all, own, none
  }

  /// What of a type's records the user may read; a type there is not is another check's matter.
  func readable(_ type: RecordType.Name) -> Readable {
    guard let permitted = types[type], !permitted.always.contains(.read) else { return .all }
    return permitted.ofOwn.contains(.read) ? .own : .none
  }

  /// Whether the user may read a record.
  func mayRead(_ record: Record) -> Bool {
    switch readable(record.type) {
    case .all: true
    case .own: record.created?.by == user.recordName
    case .none: false
    }
  }

  /// Whether the user may create and change all records of a type, so that no record need be looked at.
  func mayDoAll(_ type: RecordType.Name) -> Bool {
    types[type]?.always.isSuperset(of: [.create, .write]) ?? true
  }

  /// What is missing for an operation; `nil` where nothing is.
  /// - Parameter existing: the record there is of the name.
  func missing(for kind: RecordOperation.Kind, of type: RecordType.Name, existing: Record?) -> Permissions? {
    let needed: Permissions =
      switch (kind, existing) {
      case (.create, _): .create
      // Seen in live use: a forced operation needs both where the record does not exist.
      case (.forceUpdate, nil), (.forceReplace, nil): [.create, .write]
      case (_, nil): []
      default: .write
      }
    guard let permitted = types[existing?.type ?? type] else { return nil }
    var granted = permitted.always
    if existing == nil || existing?.created?.by == user.recordName { granted.formUnion(permitted.ofOwn) }
    let missing = needed.subtracting(granted)
    return missing.isEmpty ? nil : missing
  }
}

extension Permissions {
  /// Apple's answer where a permission is missing, as seen in live use.
  var refusal: RecordError {
    let word = Permissions.keywords.first { contains($0.permission) && $0.permission != .read }?.keyword ?? "READ"
    return RecordError(.accessDenied, "\(word) operation not permitted")
  }
}
