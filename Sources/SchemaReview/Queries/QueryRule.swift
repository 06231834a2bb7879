import CloudKitSchema
package import Diagnostics

/// A thing that can be wrong with a declared query, or with an index none of them needs.
package struct QueryRule: Sendable {
  /// What it says of itself; its examples are a schema and a manifest with a line `--- queries ---` between them.
  package let documentation: RuleDocumentation

  init(_ documentation: RuleDocumentation) { self.documentation = documentation }

  /// Its id, kebab-case; it never changes its meaning.
  var id: String { documentation.id }

  /// Every rule, by id.
  package static let all: [QueryRule] = [
    .unknownField, .unknownOrder, .unknownRecordType, .unservedFilter, .unservedSort, .unsupportedComparator,
    .unusedIndex,
  ]
}
