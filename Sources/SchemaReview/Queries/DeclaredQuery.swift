package import Diagnostics

/// A string of a manifest, with its place.
package struct ManifestString: Hashable, Sendable {
  /// The value.
  package let text: String
  /// The bytes of the string, including quotes.
  package let range: SourceRange
}

/// A query of an app or a tool, as declared in a manifest.
package struct DeclaredQuery: Hashable, Sendable {
  /// A condition; a query combines its conditions with AND.
  package struct Filter: Hashable, Sendable {
    /// The field to compare.
    package let field: ManifestString
    /// The comparator as written, which may be unknown.
    package let comparator: ManifestString
  }

  /// The name of the query, which describes its results.
  package let name: String
  /// The name of the schema file, without its extension.
  package let schema: String
  /// The path in the manifest, such as `queries[3]`.
  package let path: String
  /// The record type to query.
  package let recordType: ManifestString
  /// The conditions; without conditions, the query finds every record.
  package let filters: [Filter]
  /// The fields to sort by, most significant first.
  package let sort: [ManifestString]
}
