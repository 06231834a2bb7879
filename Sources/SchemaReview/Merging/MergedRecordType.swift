import CloudKitSchema
import Diagnostics

struct MergedRecordType {
  private var merged: LayoutBody
  /// The items in the order of their addition. Items up to the last field of the base, and added fields, are fields.
  private var items: [(item: LayoutItem, file: Int, isField: Bool)]

  var body: LayoutBody {
    var body = merged
    body.items = items.filter(\.isField).map(\.item) + items.filter { !$0.isField }.map(\.item)
    return body
  }

  init(_ body: LayoutBody, of file: Int) {
    let lastField = body.items.lastIndex(where: \.isField) ?? -1
    items = body.items.enumerated().map { ($1, file, $0 <= lastField) }
    merged = body
    // A large schema is in memory once: `items` has the items.
    merged.items = []
  }

  /// Adds the record type of another file; conflicting items stay unchanged.
  mutating func add(_ body: LayoutBody, of file: Int) -> [MergeConflict] {
    let known = MergedDeclaration.all(in: items.lazy.map { ($0.item, $0.file) }, of: body.name)
    let added = MergedDeclaration.all(in: body.items.lazy.map { ($0, file) }, of: body.name)
    var conflicts: [DeclarationName: MergeConflict] = [:]
    var isFirst = true
    for var item in body.items {
      let name = item.name(in: body.name)
      if let (there, index) = known[name] {
        if let here = added[name]?.declaration, here.value != there.value {
          conflicts[name] = MergeConflict(name: name, here: here, there: there)
        }
        items[index].item.comments.add(item.comments)
        continue
      }
      if isFirst { item.comments.startsGroup = false }
      isFirst = false
      items.append((item, file, item.isField))
    }
    merged.ending.add(body.ending)
    if merged.besideEnd.isEmpty {
      merged.besideEnd = body.besideEnd
    } else {
      let known = Set(merged.besideEnd.map(\.words))
      merged.ending.add(body.besideEnd.filter { !known.contains($0.words) })
    }
    return conflicts.values.sorted { $0.here.place.start < $1.here.place.start }
  }
}

/// A declaration of a field, or of all grants to a role, in one of the merged files.
struct MergedDeclaration {
  private(set) var declared: LayoutItem.Declaration
  let file: Int
  let place: SourceRange

  /// The type and indexes of a field, or the permissions of a role.
  var value: String {
    switch declared {
    case .field(let field): field.typeAndIndexes
    case .grant(let grant): "\(grant.permissions)"
    }
  }

  /// Returns the first declaration of each field, and of the grants to each role, with the index of its item.
  ///
  /// Several grants to a role in one file count as one.
  static func all(
    in items: some Sequence<(LayoutItem, Int)>, of recordType: RecordType.Name
  ) -> [DeclarationName: (declaration: MergedDeclaration, index: Int)] {
    var all: [DeclarationName: (declaration: MergedDeclaration, index: Int)] = [:]
    for (index, (item, file)) in items.enumerated() {
      let name = item.name(in: recordType)
      guard let known = all[name] else {
        all[name] = (MergedDeclaration(declared: item.declaration, file: file, place: item.place), index)
        continue
      }
      if known.declaration.file == file, case .grant(let grant) = item.declaration,
        case .grant(var joined) = known.declaration.declared
      {
        joined.permissions.formUnion(grant.permissions)
        all[name]?.declaration.declared = .grant(joined)
      }
    }
    return all
  }
}

/// A declaration that differs between two files.
struct MergeConflict {
  let name: DeclarationName
  /// The declaration in the later and in the earlier file.
  let here, there: MergedDeclaration

  func diagnostic(in files: [SchemaFile]) -> Diagnostic {
    let other = files[there.file].source.name
    let (rule, subject) =
      switch name {
      case .grant(let role, let type):
        (Rule.conflictingGrant, "GRANT TO \(NameSpelling.spelling(role)) of \(type)")
      case let name: (Rule.conflictingField, "\(name)")
      }
    var diagnostic = Diagnostic(
      .error, rule: rule.id, "\(subject) is \(here.value) here but \(there.value) in \(other)",
      file: files[here.file].source.name, range: here.place, help: "make both declarations equal, or remove one")
    diagnostic.related = Diagnostic.Related("conflicting declaration", file: other, range: there.place)
    return diagnostic
  }
}
