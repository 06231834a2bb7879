import CloudKitRecords
import CloudKitSchema

/// The permissions of a user under a schema's grants.
///
/// The permissions combine the grants to `_world`, to `_icloud`, and to the user's custom roles. For records that the
/// user created, they also include the grants to `_creator`.
///
/// A server-to-server key is a signed-in user that owns the records it wrote (reports from live use). Whether creating
/// a record requires CREATE for `_icloud` or for `_creator` is not documented; either is accepted here.
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

  /// The records of a type that a user may read.
  enum Readable {
    case all, own, none
  }

  /// Returns which records of a type the user may read. Unknown types are readable; another check reports them.
  func readable(_ type: RecordType.Name) -> Readable {
    guard let permitted = types[type], !permitted.always.contains(.read) else { return .all }
    return permitted.ofOwn.contains(.read) ? .own : .none
  }

  func mayRead(_ record: Record) -> Bool {
    switch readable(record.type) {
    case .all: true
    case .own: record.created?.by == user.recordName
    case .none: false
    }
  }

  /// Whether the user may create and change all records of a type, so that checking single records is unnecessary.
  func mayDoAll(_ type: RecordType.Name) -> Bool {
    types[type]?.always.isSuperset(of: [.create, .write]) ?? true
  }

  /// Returns the permissions that an operation requires and the user lacks; `nil` if the operation is permitted.
  /// - Parameter existing: the stored record with the operation's record name.
  func missing(for kind: RecordOperation.Kind, of type: RecordType.Name, existing: Record?) -> Permissions? {
    let needed: Permissions =
      switch (kind, existing) {
      case (.create, _): .create
      // Seen in live use: a forced operation requires both permissions if the record does not exist.
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
  /// The error that CloudKit returns for a missing permission, as seen in live use.
  var refusal: RecordError {
    let word = Permissions.keywords.first { contains($0.permission) && $0.permission != .read }?.keyword ?? "READ"
    return RecordError(.accessDenied, "\(word) operation not permitted")
  }
}
