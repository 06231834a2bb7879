import Diagnostics
import SchemaReview

extension SchemaDocument {
  /// Reads and checks a schema that cannot be used with errors in it.
  /// - Parameters:
  ///   - purpose: What cannot be done with errors, such as `show`.
  ///   - path: The file, as the user named it; by default the name of the text.
  init(valid source: SourceText, to purpose: String, at path: String? = nil) throws(CommandFailure) {
    self.init(source)
    guard hasErrors else { return }
    let path = path ?? source.name
    throw CommandFailure(
      "cannot \(purpose) \(path): it has mistakes; 'celestra-admin schema validate \(path)' lists them")
  }
}
