package import Diagnostics

/// What a project has settled for its runs, as `.celestra-admin.yaml` says it; flags go before it.
package struct Configuration: Hashable, Sendable {
  /// The file's keys.
  package enum Key: String, CaseIterable, Sendable {
    /// The container a command works on.
    case container
    /// The schema file a container is made from or brought to.
    case schema
  }

  /// The path of the container, as written; `nil` where the file does not say.
  package var container: String?
  /// The path of the schema file, as written; `nil` where the file does not say.
  package var schema: String?

  /// A configuration that says nothing.
  package init() {}

  /// Reads a configuration; what is understood is there whatever is wrong with the rest.
  package static func read(_ source: SourceText) -> (configuration: Configuration, diagnostics: [Diagnostic]) {
    var reader = ConfigurationReader(source)
    let configuration = reader.read()
    return (configuration, reader.diagnostics)
  }
}
