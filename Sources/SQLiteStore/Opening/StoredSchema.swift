import CloudKitSchema
import Diagnostics

extension Schema {
  /// Creates a schema from the `.ckdb` text in a container; returns `nil` for other text.
  init?(stored text: String) {
    let file = SchemaFile(SourceText(name: "schema", bytes: Array(text.utf8)))
    guard file.syntaxDiagnostics.isEmpty else { return nil }
    self.init(file)
  }
}
