package import CloudKitSchema
package import Diagnostics

/// A schema file, read and checked: what a command starts from.
package struct SchemaDocument: Sendable {
  /// The text and its declarations.
  package let file: SchemaFile
  /// What it says, as far as it was understood.
  package let schema: Schema
  /// Everything CloudKit would refuse or is likely to, in the order of the text.
  package let diagnostics: [Diagnostic]

  /// Reads and checks a text; every mistake is found in one run.
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
