import CloudKitSchema
package import Diagnostics

/// One schema out of several: the roles, record types, fields and grants of all, with the comments of all.
///
/// What is in several files must be the same in each; a merge decides nothing. The first file's order stays; what the
/// others add comes after it, in their order: roles after its roles, fields after a record type's fields, grants last.
package struct SchemaMerge: Sendable {
  /// What keeps the files from being merged: the errors of each, else what they do not agree on, each at its place in
  /// the later file.
  package let diagnostics: [Diagnostic]
  /// The merged schema in canonical form; `nil` where there are diagnostics.
  package let text: String?

  /// Merges files, the base first; a fragment may grant to the roles of another.
  package init(_ documents: [SchemaDocument]) {
    let errors = Self.errors(of: documents)
    guard errors.isEmpty else {
      diagnostics = errors
      text = nil
      return
    }
    var layout = MergedLayout()
    for (index, document) in documents.enumerated() { layout.add(LayoutReader.read(document.file), of: index) }
    diagnostics = Self.diagnostics(layout.conflicts, in: documents.map(\.file))
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

  private static func diagnostics(_ conflicts: [MergeConflict], in files: [SchemaFile]) -> [Diagnostic] {
    conflicts.map { conflict in
      let here = files[conflict.here.file].source
      let there = files[conflict.there.file].source
      var diagnostic = Diagnostic(
        .error, rule: conflict.rule, conflict.message(other: there.name), file: here.name, range: conflict.here.range,
        help: "make them the same, or take one out")
      diagnostic.related = Diagnostic.Related("here otherwise", file: there.name, range: conflict.there.range)
      return diagnostic
    }
  }
}

/// Where something stands in the files of a merge.
struct MergePlace {
  let file: Int
  let range: SourceRange
}

/// What two files say differently.
struct MergeConflict {
  /// What it is said of, and both sayings.
  enum Subject {
    case field(Field, other: Field)
    case grant(Grant, other: Permissions)
  }

  let subject: Subject
  let recordType: RecordType.Name
  let here, there: MergePlace

  /// The id of the rule it breaks.
  var rule: String {
    switch subject {
    case .field: SchemaRule.conflictingField.id
    case .grant: SchemaRule.conflictingGrant.id
    }
  }

  /// What is wrong, naming the other file.
  func message(other file: String) -> String {
    switch subject {
    case .field(let field, let other):
      "\(recordType).\(field.name) is \(field.typeAndIndexes) here and \(other.typeAndIndexes) in \(file)"
    case .grant(let grant, let other):
      "\(NameSpelling.spelling(grant.role)) may \(grant.permissions) \(recordType) here and \(other) in \(file)"
    }
  }
}
