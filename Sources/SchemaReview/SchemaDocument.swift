package import CloudKitSchema
package import Diagnostics

/// A schema file with its schema and the diagnostics of the language.
package struct SchemaDocument: Sendable {
  package let file: SchemaFile
  /// The valid declarations of the file.
  package let schema: Schema
  /// What CloudKit refuses or probably refuses, in text order.
  package let diagnostics: [Diagnostic]

  package init(_ source: SourceText) {
    let file = SchemaFile(source)
    self.file = file
    schema = Schema(file)
    let checks = SchemaCheck.all.filter { $0.rule.scope == .language }
    diagnostics = (file.syntaxDiagnostics + checks.flatMap { $0.diagnostics(for: file) }).sortedByPosition()
  }

  /// Whether CloudKit would refuse the file.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
