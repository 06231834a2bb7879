package import CloudKitRecords
package import CloudKitSchema
import Diagnostics

/// The record types that a copy includes, in the order to write, and those that it leaves out.
package struct CopyScope: Hashable, Sendable {
  /// What the user selected.
  package struct Selection: Sendable {
    /// `nil` for all types.
    package var types: [RecordType.Name]?
    package var excepted: [RecordType.Name] = []
    /// `nil` for all fields of all types.
    package var fields: [RecordType.Name: Set<String>]?
    /// The fields to leave out, by record type.
    package var skipped: [RecordType.Name: Set<String>] = [:]
    package var assets = Assets.copied
    /// The conditions on the records of the one selected type.
    package var filters: [Filter] = []
    /// The types without records in the source.
    package var absent: Set<RecordType.Name> = []
    /// The types whose records the target cannot have, and why. Unless the user names them, they are left out.
    package var refused: [Omission] = []
    /// Whether the source lists the records of every type, as a file does.
    package var listsAllTypes = false
    /// For types that cannot be listed, a condition on a field that their records have.
    package var listers: [RecordType.Name: Filter] = [:]
    /// For other types that cannot be listed, the names of their records; `nil` if the user passed none.
    package var names: [RecordName]?
    /// The types whose records the source has only in part, and why.
    package var partial: [Omission] = []
    /// The first record types to write: those that others refer to.
    package var order: [RecordType.Name] = []

    package init() {}
  }

  /// What a copy does with the fields of assets.
  package enum Assets: Sendable {
    /// The values are copied like any other.
    case copied
    /// The values are copied, and their files are transferred.
    case transferred
    /// The fields are left out.
    case skipped
    /// The fields are left out, and the values that records have are counted.
    case lost
    /// The copy is refused.
    case refused
  }

  /// A record type that is left out as a whole or in part, and why.
  package struct Omission: Hashable, Sendable {
    package let type: RecordType.Name
    /// The reason, without the type's name.
    package let reason: String

    package init(type: RecordType.Name, reason: String) {
      self.type = type
      self.reason = reason
    }
  }

  /// The reasons that a copy is refused before it begins, a line each.
  package struct Refusal: Error, Hashable, Sendable {
    package let reasons: [String]
  }

  /// The selected types with their fields, in the order to write. Deletions are in the reverse order.
  package private(set) var types: [ComparedType] = []
  /// The types that are left out although the user did not ask for it.
  package private(set) var omissions: [Omission] = []
  /// The types that are not read because their records cannot be created in a public database.
  package private(set) var impossible: [RecordType.Name] = []
  package private(set) var unlistable: [Omission] = []
  /// The selected types of which the source may have, list or show more records than are read. Nothing of them is
  /// deleted.
  package private(set) var partial: [Omission] = []

  private let isRefusingAssets: Bool

  /// - Throws: `Refusal` if the selection names something that the schema lacks.
  package init(_ selection: Selection, of schema: Schema) throws(Refusal) {
    let problems = Self.problems(of: selection, schema)
    if !problems.isEmpty { throw Refusal(reasons: problems) }
    let ordered = schema.recordTypes.enumerated().sorted {
      (selection.order.firstIndex(of: $0.element.name) ?? .max, $0.offset)
        < (selection.order.firstIndex(of: $1.element.name) ?? .max, $1.offset)
    }
    isRefusingAssets = selection.assets == .refused
    for (_, type) in ordered where !RecordType.isSystem(type.name) && !selection.excepted.contains(type.name) {
      let fields = selection.fields?[type.name]
      if selection.fields != nil, fields == nil { continue }
      if let types = selection.types {
        guard types.contains(type.name) else { continue }
      } else if selection.absent.contains(type.name) {
        continue
      } else if !selection.listsAllTypes, !type.isCreatable {
        // A file may have such records.
        impossible.append(type.name)
        continue
      } else if let refusal = selection.refused.first(where: { $0.type == type.name }) {
        omissions.append(refusal)
        continue
      }
      let assets = selection.assets == .skipped || selection.assets == .lost ? Set(type.assets) : []
      let skipped = selection.skipped[type.name] ?? []
      var all = ComparedType(type, skipping: skipped.union(assets), filters: selection.filters)
      if selection.assets == .lost { all.lostAssets = assets.subtracting(skipped).sorted() }
      if let fields { all = all.keeping { fields.contains($0) } }
      if !selection.listsAllTypes {
        guard let read = listing(type, as: all, selection) else { continue }
        all = read
      }
      types.append(all)
    }
    partial += selection.partial.filter { omission in types.contains { $0.name == omission.type } }
  }

  /// Returns how an iCloud container lists the records of a type, and notes what it may hide; `nil` if it cannot.
  private mutating func listing(_ type: RecordType, as compared: ComparedType, _ selection: Selection) -> ComparedType?
  {
    guard let (compared, note) = Self.listing(type, as: compared, selection) else {
      unlistable.append(Omission(type: type.name, reason: "\(Self.noIndex): its records cannot be listed"))
      return nil
    }
    var reasons = [note].compactMap(\.self)
    if !type.isReadableByAll {
      reasons.append("without READ for _world, CloudKit may answer a key only with the records it created")
    }
    if !reasons.isEmpty { partial.append(Omission(type: type.name, reason: reasons.joined(separator: "; "))) }
    return compared
  }

  private static let noIndex = "no QUERYABLE index on ___recordID"

  /// Returns how an iCloud container lists the records of a type, and which it does not find, if any; `nil` if it
  /// cannot.
  package static func listing(
    _ type: RecordType, as compared: ComparedType, _ selection: Selection
  ) -> (type: ComparedType, note: String?)? {
    if type.isListable || !selection.filters.isEmpty { return (compared, nil) }
    if let lister = selection.listers[type.name] {
      let note = "\(noIndex): listed by \(lister.field), records without \(lister.field) are not found"
      return (compared.listed(by: lister), note)
    }
    guard let names = selection.names else { return nil }
    var named = compared
    named.names = names
    return (named, "\(noIndex): only the records that --names names are read")
  }

  private static func problems(of selection: Selection, _ schema: Schema) -> [String] {
    var problems: [String] = []
    for name in selection.types ?? [] where selection.excepted.contains(name) {
      problems.append("--types and --except-types both name \(name)")
    }
    for name in selection.excepted where schema.recordType(named: name) == nil {
      problems.append(unknown(name, schema))
    }
    for name in selection.types ?? [] {
      if RecordType.isSystem(name) {
        problems.append("\(name) is a type of CloudKit itself: its records are never copied")
      } else if schema.recordType(named: name) == nil {
        problems.append(unknown(name, schema))
      }
    }
    for (name, fields) in selection.skipped.sorted(by: { $0.key < $1.key }) {
      for field in fields.sorted()
      where schema.recordType(named: name)?.fields.contains(where: { $0.name == field }) != true {
        problems.append("--skip-field \(name).\(field) is not in the schema of the source")
      }
    }
    return problems
  }

  private static func unknown(_ name: RecordType.Name, _ schema: Schema) -> String {
    let nearest = Suggestion.nearest(to: name, among: schema.ownTypes.map(\.name))
    return "\(name) is not in the schema of the source" + (nearest.map { "; did you mean \($0)?" } ?? "")
  }

  /// Leaves out types without records.
  package mutating func leaveOut(_ empty: Set<RecordType.Name>) { types.removeAll { empty.contains($0.name) } }

  /// Returns why the selected records cannot be written to a container: all types and fields that its schema lacks or
  /// has with another type, and all fields of assets.
  package func problems(from source: Schema, to target: Schema) -> [String] {
    var assets: [String] = []
    var problems = types.flatMap { compared -> [String] in
      guard let type = target.recordType(named: compared.name) else {
        return ["\(compared.name) is not in the schema of the target"]
      }
      let declared = source.recordType(named: compared.name)
      return compared.fields.compactMap { name in
        guard let field = declared?.fields.first(where: { $0.name == name }) else { return nil }
        if isRefusingAssets, field.type.primitive == .asset { assets.append("\(compared.name).\(name)") }
        guard let other = type.fields.first(where: { $0.name == name }) else {
          return "\(compared.name).\(name) is not in the schema of the target"
        }
        let isSame = field.type.primitive == other.type.primitive && field.type.isList == other.type.isList
        return isSame ? nil : "\(compared.name).\(name) is \(other.type) in the target, \(field.type) in the source"
      }
    }
    if !assets.isEmpty {
      let verb = assets.count == 1 ? "holds" : "hold"
      problems.append(
        "\(assets.joined(separator: ", ")) \(verb) assets, which are not copied: pass --skip-assets, or --skip-field;"
          + " 'container backup' and 'restore' transfer the files with --assets")
    }
    return problems
  }
}

extension ComparedType {
  /// Returns the type with a condition that lists its records.
  fileprivate func listed(by filter: Filter) -> ComparedType {
    var listed = ComparedType(name, fields: fields, isWhole: isWhole, filters: filters + [filter])
    listed.lostAssets = lostAssets
    return listed
  }

  /// Returns the type with the fields that satisfy a condition.
  fileprivate func keeping(_ isIncluded: (String) -> Bool) -> ComparedType {
    var kept = ComparedType(name, fields: fields.filter(isIncluded), filters: filters)
    kept.lostAssets = lostAssets.filter(isIncluded)
    return kept
  }
}

extension RecordType {
  /// The names of the fields of assets, single or in lists.
  package var assets: [String] { fields.filter { $0.type.primitive == .asset }.map(\.name) }

  /// Whether users create records of the type, or may change those that they created.
  package var hasUserRecords: Bool {
    grants.contains { grant in
      grant.role == SystemRole.icloud.rawValue && grant.permissions.contains(.create)
        || grant.role == SystemRole.creator.rawValue && !grant.permissions.isDisjoint(with: [.create, .write])
    }
  }

  /// Whether someone may create records of the type.
  package var isCreatable: Bool { grants.isEmpty || grants.contains { $0.permissions.contains(.create) } }

  /// Whether everyone may read all records. Otherwise CloudKit may answer a key only with the records it created.
  package var isReadableByAll: Bool {
    grants.contains {
      [SystemRole.world.rawValue, SystemRole.icloud.rawValue].contains($0.role) && $0.permissions.contains(.read)
    }
  }
}
