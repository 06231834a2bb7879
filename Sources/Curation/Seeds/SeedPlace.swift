package import Diagnostics

/// Where in the user's files a seed stands.
package struct SeedPlace: Hashable, Sendable {
  /// The file, as the user named it.
  package let file: String
  /// The bytes of the seed; `nil` where the file's encoding does not let them be told.
  package let range: SourceRange?
  /// The path of the value in a JSON file, such as `feeds[3]`.
  package let path: String?

  /// A place in a file.
  package init(file: String, range: SourceRange?, path: String? = nil) {
    self.file = file
    self.range = range
    self.path = path
  }

  /// A diagnostic of this place.
  func diagnostic(
    _ severity: Diagnostic.Severity, rule: String, _ message: String, range: SourceRange? = nil, help: String?
  ) -> Diagnostic {
    Diagnostic(severity, rule: rule, message, file: file, range: range ?? self.range, path: path, help: help)
  }
}

/// What a seed may do to a record that exists.
package enum SeedAuthority: Hashable, Sendable {
  /// It sets exactly the fields it names: our own JSON files.
  case named
  /// It fills fields that have no value: OPML, and lists made for other programs.
  case fillAbsent
}
