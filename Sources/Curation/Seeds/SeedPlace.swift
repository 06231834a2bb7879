package import Diagnostics

/// The location of a seed in the user's files.
package struct SeedPlace: Hashable, Sendable {
  /// The file, as the user named it.
  package let file: String
  /// The bytes of the seed, or `nil` if the file's encoding does not preserve byte positions.
  package let range: SourceRange?
  /// The path of the value in a JSON file, such as `feeds[3]`.
  package let path: String?

  /// Creates a place in a file.
  package init(file: String, range: SourceRange?, path: String? = nil) {
    self.file = file
    self.range = range
    self.path = path
  }

  /// Returns a diagnostic for this place.
  /// - Parameter first: The place of the seed that this one duplicates.
  func diagnostic(
    _ severity: Diagnostic.Severity, rule: String, _ message: String, range: SourceRange? = nil, help: String?,
    first: SeedPlace? = nil
  ) -> Diagnostic {
    var diagnostic = Diagnostic(
      severity, rule: rule, message, file: file, range: range ?? self.range, path: path, help: help)
    if let first, let range = first.range {
      diagnostic.related = Diagnostic.Related("the first one is here", file: first.file, range: range)
    }
    return diagnostic
  }
}

/// A seed's authority over an existing record.
package enum SeedAuthority: Hashable, Sendable {
  /// Set exactly the named fields. Applies to the project's own JSON files.
  case named
  /// Fill only fields without a value. Applies to OPML and third-party lists.
  case fillAbsent
}
