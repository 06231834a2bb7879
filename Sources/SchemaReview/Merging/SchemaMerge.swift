import CloudKitSchema
package import Diagnostics

/// A merge of several schemas, including their comments.
///
/// A declaration in several files must be equal in all. The order of the first file is kept; additions follow in their
/// own order: roles after its roles, fields after the fields of a record type, grants last.
package struct SchemaMerge: Sendable {
  /// The errors of each file, or, without errors, the conflicts between files, each at its place in the later file.
  package let diagnostics: [Diagnostic]
  /// The merged schema in canonical form; `nil` if there are diagnostics.
  package let text: String?

  /// Merges files, the base first. A fragment can grant permissions to roles of another file.
  package init(_ documents: [SchemaDocument]) {
    let errors = Self.errors(of: documents)
    guard errors.isEmpty else {
      diagnostics = errors
      text = nil
      return
    }
    var layout = MergedLayout()
    for (index, document) in documents.enumerated() { layout.add(LayoutReader.read(document.file), of: index) }
    diagnostics = layout.conflicts.map { $0.diagnostic(in: documents.map(\.file)) }
    text = diagnostics.isEmpty ? LayoutPrinter.print(layout.layout) : nil
  }

  private static func errors(of documents: [SchemaDocument]) -> [Diagnostic] {
    let roles = Set(documents.lazy.flatMap(\.schema.roles))
    return documents.flatMap { document in
      document.diagnostics.filter { diagnostic in
        guard diagnostic.rule == "undefined-role", let range = diagnostic.range else {
          return diagnostic.severity == .error
        }
        return !roles.contains(document.file.source.string(range).replacing("\"", with: ""))
      }
    }
  }
}

struct MergedLayout {
  private(set) var conflicts: [MergeConflict] = []

  private var header: AttachedComments?
  private var ending: [LayoutComment] = []
  /// The statements in the order of their addition. Statements up to the last role of the base, and added roles, are
  /// roles: roles precede their grants.
  private var statements: [(statement: LayoutStatement, isRole: Bool)] = []
  private var recordTypes: [RecordType.Name: MergedRecordType] = [:]
  private var indices: [DeclarationName: Int] = [:]

  /// The layout of the files added so far.
  var layout: SchemaLayout {
    let ordered = statements.filter(\.isRole) + statements.filter { !$0.isRole }
    let merged = ordered.map { statement, _ in
      guard case .recordType(let body) = statement.declaration, let merged = recordTypes[body.name] else {
        return statement
      }
      return LayoutStatement(declaration: .recordType(merged.body), comments: statement.comments)
    }
    return SchemaLayout(header: header ?? AttachedComments(), statements: merged, ending: ending)
  }

  mutating func add(_ layout: SchemaLayout, of file: Int) {
    if header == nil { header = layout.header } else { header?.add(layout.header, hasBlankLine: true) }
    ending.add(layout.ending)
    let lastRole = file == 0 ? layout.statements.lastIndex { $0.isRole } ?? -1 : -1
    for (index, statement) in layout.statements.enumerated() {
      add(statement, of: file, isRole: index <= lastRole || statement.isRole)
    }
  }

  private mutating func add(_ statement: LayoutStatement, of file: Int, isRole: Bool) {
    let name: DeclarationName
    switch statement.declaration {
    case .role(let role): name = .role(role)
    case .recordType(let body):
      name = .recordType(body.name)
      let added = recordTypes[body.name]?.add(body, of: file)
      if let added { conflicts += added } else { recordTypes[body.name] = MergedRecordType(body, of: file) }
    }
    if let index = indices[name] {
      statements[index].statement.comments.add(statement.comments)
    } else {
      indices[name] = statements.count
      statements.append((statement, isRole))
    }
  }
}

extension LayoutStatement {
  fileprivate var isRole: Bool {
    if case .role = declaration { true } else { false }
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
