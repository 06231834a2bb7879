import CloudKitSchema
package import Diagnostics

/// A word of a manifest, with its place.
package struct ManifestWord: Hashable, Sendable {
  /// The word.
  package let text: String
  /// Its bytes, quotes included.
  package let range: SourceRange
}

/// A query that an app or a tool makes, as the manifest declares it.
package struct DeclaredQuery: Hashable, Sendable {
  /// A condition; all of a query's hold.
  package struct Filter: Hashable, Sendable {
    /// The field compared.
    package let field: ManifestWord
    /// How, by CloudKit's name; it may be one that does not exist.
    package let comparator: ManifestWord
  }

  /// What it finds.
  package let name: String
  /// The schema file it is asked of, without its extension.
  package let schema: String
  /// Where it is in the manifest, such as `queries[3]`.
  package let path: String
  /// The record type asked for.
  package let recordType: ManifestWord
  /// The conditions; none finds every record.
  package let filters: [Filter]
  /// The fields sorted by, the most significant first.
  package let sort: [ManifestWord]
}
