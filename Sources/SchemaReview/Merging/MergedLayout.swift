import CloudKitSchema

/// The layouts of several files being put together.
struct MergedLayout {
  private(set) var conflicts: [MergeConflict] = []

  private var header: AttachedComments?
  private var ending: [LayoutComment] = []
  /// Up to the last role of the base; roles that are added go here, so that none stands after what it is granted.
  private var head: [LayoutStatement] = []
  private var tail: [LayoutStatement] = []
  private var recordTypes: [RecordType.Name: MergedRecordType] = [:]
  private var statements: [String: (isHead: Bool, index: Int)] = [:]

  /// The layout of all files so far.
  var layout: SchemaLayout {
    let merged = (head + tail).map { statement in
      guard case .recordType(let body) = statement.declaration, let merged = recordTypes[body.name] else {
        return statement
      }
      var statement = statement
      statement.declaration = .recordType(merged.body)
      return statement
    }
    return SchemaLayout(header: header ?? AttachedComments(), statements: merged, ending: ending)
  }

  /// Adds a file.
  mutating func add(_ layout: SchemaLayout, of file: Int) {
    if header == nil { header = layout.header } else { header?.add(layout.header, isApart: true) }
    ending.add(layout.ending)
    let lastRole = file == 0 ? layout.statements.lastIndex { $0.isRole } : nil
    for (index, statement) in layout.statements.enumerated() {
      add(statement, of: file, isHead: index <= lastRole ?? -1 || statement.isRole)
    }
  }

  private mutating func add(_ statement: LayoutStatement, of file: Int, isHead: Bool) {
    let key: String
    switch statement.declaration {
    case .role(let name): key = "role \(name)"
    case .recordType(let body):
      key = "type \(body.name)"
      let added = recordTypes[body.name]?.add(body, of: file)
      if let added { conflicts += added } else { recordTypes[body.name] = MergedRecordType(body, of: file) }
    }
    if let place = statements[key] {
      if place.isHead {
        head[place.index].comments.add(statement.comments)
      } else {
        tail[place.index].comments.add(statement.comments)
      }
    } else {
      statements[key] = (isHead, isHead ? head.count : tail.count)
      if isHead { head.append(statement) } else { tail.append(statement) }
    }
  }
}

extension LayoutStatement {
  fileprivate var isRole: Bool {
    if case .role = declaration { return true }
    return false
  }
}

extension AttachedComments {
  /// Adds the comments of the same declaration in another file, but for those that are there.
  mutating func add(_ other: AttachedComments, isApart: Bool = false) {
    let known = Set((above + beside).map(\.words))
    var isApart = isApart
    for var comment in other.above + other.beside where !known.contains(comment.words) {
      comment.hasBlankLineBefore = isApart
      isApart = false
      above.append(comment)
    }
  }
}

extension [LayoutComment] {
  /// Adds comments of another file, but for those that are there.
  mutating func add(_ others: [LayoutComment]) {
    let known = Set(map(\.words))
    self += others.filter { !known.contains($0.words) }
  }
}
