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
    file = SchemaFile(source)
    schema = Schema(file)
    let found = file.syntaxDiagnostics + SchemaValidation.diagnostics(for: file)
    diagnostics = found.enumerated().sorted {
      ($0.element.range?.start ?? 0, $0.offset) < ($1.element.range?.start ?? 0, $1.offset)
    }.map(\.element)
  }

  /// Whether CloudKit would refuse the file.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
