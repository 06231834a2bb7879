import CloudKitSchema

/// One record type being put together from several files.
struct MergedRecordType {
  /// A field or the grants to a role, and where it was declared first.
  private struct Declared<Value> {
    let value: Value
    let place: MergePlace
    let isHead: Bool
    let index: Int
  }

  private var merged: LayoutBody
  /// Up to the base's last field; fields that are added come next.
  private var head: [LayoutItem]
  private var tail: [LayoutItem]
  private var fields: [String: Declared<Field>] = [:]
  private var grants: [String: Declared<Permissions>] = [:]

  /// The record type so far.
  var body: LayoutBody {
    var body = merged
    body.items = head + tail
    return body
  }

  /// The record type as the first file has it.
  init(_ body: LayoutBody, of file: Int) {
    merged = body
    let split = body.items.lastIndex { if case .field = $0.declaration { true } else { false } }.map { $0 + 1 } ?? 0
    head = Array(body.items[..<split])
    tail = Array(body.items[split...])
    let permissions = Self.permissions(body.items)
    for (index, item) in body.items.enumerated() {
      let isHead = index < split
      note(item, of: file, permissions, isHead: isHead, index: isHead ? index : index - split)
    }
  }

  /// Adds the record type as another file has it; what they do not agree on is left as it is.
  mutating func add(_ body: LayoutBody, of file: Int) -> [MergeConflict] {
    var conflicts: [MergeConflict] = []
    let permissions = Self.permissions(body.items)
    var met: Set<String> = []
    var isFirst = true
    for var item in body.items {
      let here = MergePlace(file: file, range: item.place)
      func conflict(_ subject: MergeConflict.Subject, _ there: MergePlace) {
        conflicts.append(MergeConflict(subject: subject, recordType: body.name, here: here, there: there))
      }
      switch item.declaration {
      case .field(let field):
        if let known = fields[field.name] {
          if known.value != field { conflict(.field(field, other: known.value), known.place) }
          addComments(of: item, isHead: known.isHead, index: known.index)
          continue
        }
      case .grant(let grant):
        let all = permissions[grant.role] ?? grant.permissions
        // Several grants to one role in one file are one: they are compared, and added, together.
        if let known = grants[grant.role], known.place.file != file {
          if known.value != all, met.insert(grant.role).inserted {
            conflict(.grant(Grant(role: grant.role, permissions: all), other: known.value), known.place)
          }
          addComments(of: item, isHead: known.isHead, index: known.index)
          continue
        }
      }
      if isFirst { item.comments.startsGroup = false }
      isFirst = false
      append(item, of: file, permissions)
    }
    merged.ending.add(body.ending)
    if merged.besideEnd.isEmpty {
      merged.besideEnd = body.besideEnd
    } else {
      let known = Set(merged.besideEnd.map(\.words))
      merged.ending.add(body.besideEnd.filter { !known.contains($0.words) })
    }
    return conflicts
  }

  private mutating func append(_ item: LayoutItem, of file: Int, _ permissions: [String: Permissions]) {
    switch item.declaration {
    case .field:
      note(item, of: file, permissions, isHead: true, index: head.count)
      head.append(item)
    case .grant:
      note(item, of: file, permissions, isHead: false, index: tail.count)
      tail.append(item)
    }
  }

  private mutating func note(
    _ item: LayoutItem, of file: Int, _ permissions: [String: Permissions], isHead: Bool, index: Int
  ) {
    let place = MergePlace(file: file, range: item.place)
    switch item.declaration {
    case .field(let field):
      if fields[field.name] == nil {
        fields[field.name] = Declared(value: field, place: place, isHead: isHead, index: index)
      }
    case .grant(let grant):
      if grants[grant.role] == nil {
        let all = permissions[grant.role] ?? grant.permissions
        grants[grant.role] = Declared(value: all, place: place, isHead: isHead, index: index)
      }
    }
  }

  private mutating func addComments(of item: LayoutItem, isHead: Bool, index: Int) {
    if isHead { head[index].comments.add(item.comments) } else { tail[index].comments.add(item.comments) }
  }

  /// What each role is granted by all the grants to it.
  private static func permissions(_ items: [LayoutItem]) -> [String: Permissions] {
    var permissions: [String: Permissions] = [:]
    for item in items {
      if case .grant(let grant) = item.declaration { permissions[grant.role, default: []].formUnion(grant.permissions) }
    }
    return permissions
  }
}
