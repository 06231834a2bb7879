import CloudKitSchema

/// The merged layout of several files.
struct MergedLayout {
  private(set) var conflicts: [MergeConflict] = []

  private var header: AttachedComments?
  private var ending: [LayoutComment] = []
  /// The statements up to the last role of the base, then added roles: roles precede their grants.
  private var head: [LayoutStatement] = []
  private var tail: [LayoutStatement] = []
  private var recordTypes: [RecordType.Name: MergedRecordType] = [:]
  private var indices: [DeclarationName: (isHead: Bool, index: Int)] = [:]

  /// The layout of the files added so far.
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
    if header == nil { header = layout.header } else { header?.add(layout.header, hasBlankLine: true) }
    ending.add(layout.ending)
    let lastRole = file == 0 ? layout.statements.lastIndex { $0.isRole } : nil
    for (index, statement) in layout.statements.enumerated() {
      add(statement, of: file, isHead: index <= lastRole ?? -1 || statement.isRole)
    }
  }

  private mutating func add(_ statement: LayoutStatement, of file: Int, isHead: Bool) {
    let name: DeclarationName
    switch statement.declaration {
    case .role(let role): name = .role(role)
    case .recordType(let body):
      name = .recordType(body.name)
      let added = recordTypes[body.name]?.add(body, of: file)
      if let added { conflicts += added } else { recordTypes[body.name] = MergedRecordType(body, of: file) }
    }
    if let (isHead, index) = indices[name] {
      if isHead { head[index].comments.add(statement.comments) } else { tail[index].comments.add(statement.comments) }
    } else {
      indices[name] = (isHead, isHead ? head.count : tail.count)
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
  /// Adds the comments of the same declaration in another file, without duplicates.
  mutating func add(_ other: AttachedComments, hasBlankLine: Bool = false) {
    let known = Set((above + beside).map(\.words))
    var hasBlankLine = hasBlankLine
    for var comment in other.above + other.beside where !known.contains(comment.words) {
      comment.hasBlankLineBefore = hasBlankLine
      hasBlankLine = false
      above.append(comment)
    }
  }
}

extension [LayoutComment] {
  /// Adds comments of another file, without duplicates.
  mutating func add(_ others: [LayoutComment]) {
    let known = Set(map(\.words))
    self += others.filter { !known.contains($0.words) }
  }
}
