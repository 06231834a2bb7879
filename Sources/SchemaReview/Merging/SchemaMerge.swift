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
