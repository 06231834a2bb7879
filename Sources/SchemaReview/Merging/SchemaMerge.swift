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
        help: "make both declarations equal, or remove one")
      diagnostic.related = Diagnostic.Related("conflicting declaration", file: there.name, range: conflict.there.range)
      return diagnostic
    }
  }
}

/// A place in the files of a merge.
struct MergePlace {
  let file: Int
  let range: SourceRange
}

/// A declaration that differs between two files.
struct MergeConflict {
  /// The declaration and its value in the other file.
  enum Subject {
    case field(Field, other: Field)
    case grant(Grant, other: Permissions)
  }

  let subject: Subject
  let recordType: RecordType.Name
  let here, there: MergePlace

  /// The id of the violated rule.
  var rule: String {
    switch subject {
    case .field: SchemaRule.conflictingField.id
    case .grant: SchemaRule.conflictingGrant.id
    }
  }

  /// Returns the message, with the name of the other file.
  func message(other file: String) -> String {
    switch subject {
    case .field(let field, let other):
      "\(recordType).\(field.name) is \(field.typeAndIndexes) here but \(other.typeAndIndexes) in \(file)"
    case .grant(let grant, let other):
      "\(NameSpelling.spelling(grant.role)) may \(grant.permissions) \(recordType) here but \(other) in \(file)"
    }
  }
}
