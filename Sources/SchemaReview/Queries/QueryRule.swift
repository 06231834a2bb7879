package import Diagnostics

/// A check of declared queries and of the indexes they use.
package struct QueryRule: Sendable {
  /// The documentation; its examples are a schema and a manifest, separated by a line `--- queries ---`.
  package let documentation: RuleDocumentation

  init(_ documentation: RuleDocumentation) { self.documentation = documentation }

  /// The id, in kebab case; its meaning never changes.
  var id: String { documentation.id }
}
