package import Diagnostics

/// The contents of a seed file and all of its errors.
package struct SeedFile: Sendable {
  /// The categories, feeds, and collections. Entries with an invalid identifying key are excluded.
  package internal(set) var seeds = SeedCatalog()
  /// The category map, if the file is one.
  package internal(set) var categoryMap: CategoryMap?
  /// The text that places refer to, if it differs from the source text, such as for a UTF-16 file.
  package internal(set) var text: SourceText?
  /// The number of skipped entries that name no feed.
  package internal(set) var skipped = 0
  /// Errors and notes, in file order.
  package internal(set) var diagnostics: [Diagnostic] = []
  /// Whether the file is recognized as a seed file.
  ///
  /// If not, a single diagnostic reports it: an error if the user named the file, less severe if a folder contained it.
  package internal(set) var isSeedFile = true

  init() {}

  /// Creates a file with a single diagnostic.
  init(_ diagnostic: Diagnostic, isSeedFile: Bool) {
    diagnostics = [diagnostic]
    self.isSeedFile = isSeedFile
  }
}
