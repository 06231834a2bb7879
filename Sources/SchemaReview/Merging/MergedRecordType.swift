import CloudKitSchema
import Diagnostics

/// A record type merged from several files.
struct MergedRecordType {
  private var merged: LayoutBody
  /// The items in the order of their addition. Items up to the last field of the base, and added fields, are fields.
  private var items: [(item: LayoutItem, isField: Bool)] = []
  /// The first declaration of each field, and of the grants to each role.
  private var declared: [DeclarationName: (declaration: MergedDeclaration, index: Int)] = [:]

  /// The body merged so far.
  var body: LayoutBody {
    var body = merged
    body.items = items.filter(\.isField).map(\.item) + items.filter { !$0.isField }.map(\.item)
    return body
  }

  /// Creates the record type of the first file.
  init(_ body: LayoutBody, of file: Int) {
    merged = body
    let lastField = body.items.lastIndex(where: \.isField) ?? -1
    for (index, (item, declaration)) in zip(body.items, MergedDeclaration.all(in: body, of: file)).enumerated() {
      append(item, declaration, isField: index <= lastField)
    }
  }

  /// Adds the record type of another file; conflicting items stay unchanged.
  mutating func add(_ body: LayoutBody, of file: Int) -> [MergeConflict] {
    var conflicts: [DeclarationName: MergeConflict] = [:]
    var isFirst = true
    for (var item, declaration) in zip(body.items, MergedDeclaration.all(in: body, of: file)) {
      // Several grants to a role in one file count as one.
      if let (known, index) = declared[declaration.name], known.file != file {
        if known.value != declaration.value, conflicts[declaration.name] == nil {
          conflicts[declaration.name] = MergeConflict(here: declaration, there: known)
        }
        items[index].item.comments.add(item.comments)
        continue
      }
      if isFirst { item.comments.startsGroup = false }
      isFirst = false
      append(item, declaration, isField: item.isField)
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

  private mutating func append(_ item: LayoutItem, _ declaration: MergedDeclaration, isField: Bool) {
    if declared[declaration.name] == nil { declared[declaration.name] = (declaration, items.count) }
    items.append((item, isField))
  }
}

/// A declaration of a field, or of all grants to a role, in one of the merged files.
struct MergedDeclaration {
  let name: DeclarationName
  /// The type and indexes of a field, or the permissions of a role.
  let value: String
  let file: Int
  let place: SourceRange

  /// Returns the declarations of the items in a record type.
  static func all(in body: LayoutBody, of file: Int) -> [MergedDeclaration] {
    var permissions: [String: Permissions] = [:]
    for case .grant(let grant) in body.items.lazy.map(\.declaration) {
      permissions[grant.role, default: []].formUnion(grant.permissions)
    }
    return body.items.map { item in
      let (name, value): (DeclarationName, String) =
        switch item.declaration {
        case .field(let field): (.field(field.name, of: body.name), field.typeAndIndexes)
        case .grant(let grant): (.grant(to: grant.role, of: body.name), "\(permissions[grant.role] ?? [])")
        }
      return MergedDeclaration(name: name, value: value, file: file, place: item.place)
    }
  }
}

/// A declaration that differs between two files.
struct MergeConflict {
  /// The declaration in the later and in the earlier file.
  let here, there: MergedDeclaration

  /// Returns the finding about the conflict.
  func diagnostic(in files: [SchemaFile]) -> Diagnostic {
    let other = files[there.file].source.name
    let (rule, subject) =
      switch here.name {
      case .grant(let role, let type):
        (SchemaRule.conflictingGrant, "GRANT TO \(NameSpelling.spelling(role)) of \(type)")
      case let name: (SchemaRule.conflictingField, "\(name)")
      }
    var diagnostic = Diagnostic(
      .error, rule: rule.id, "\(subject) is \(here.value) here but \(there.value) in \(other)",
      file: files[here.file].source.name, range: here.place, help: "make both declarations equal, or remove one")
    diagnostic.related = Diagnostic.Related("conflicting declaration", file: other, range: there.place)
    return diagnostic
  }
}

extension LayoutItem {
  fileprivate var isField: Bool {
    if case .field = declaration { true } else { false }
  }
}
