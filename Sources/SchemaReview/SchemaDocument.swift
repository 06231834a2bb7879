package import CloudKitSchema
package import Diagnostics

/// A schema file with its schema and the diagnostics of the language.
package struct SchemaDocument: Sendable {
  /// The syntax of the file.
  package let file: SchemaFile
  /// The valid declarations of the file.
  package let schema: Schema
  /// Everything that CloudKit refuses or probably refuses, in text order.
  package let diagnostics: [Diagnostic]

  /// Reads and checks a text.
  package init(_ source: SourceText) {
    let file = SchemaFile(source)
    self.file = file
    schema = Schema(file)
    let validation = SchemaRule.all.filter { $0.scope == .language }.flatMap { $0.diagnostics(for: file) }
    diagnostics = (file.syntaxDiagnostics + validation).sortedByPosition()
  }

  /// Whether CloudKit would refuse the file.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
