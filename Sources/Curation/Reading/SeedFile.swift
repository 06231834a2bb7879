package import Diagnostics

/// What a seed file states, and every mistake in it.
package struct SeedFile: Sendable {
  /// Its categories, feeds and collections; entries whose identifying key is wrong are not among them.
  package internal(set) var seeds = SeedCatalog()
  /// The category map, where the file is one.
  package internal(set) var categoryMap: CategoryMap?
  /// The text the places are in, where it is not the one that was read: a file in UTF-16, say.
  package internal(set) var text: SourceText?
  /// Entries that name no feed and were passed over.
  package internal(set) var skipped = 0
  /// Mistakes and notes, in the order of the file.
  package internal(set) var diagnostics: [Diagnostic] = []
  /// Whether the file means to be a seed file.
  ///
  /// Where it does not, one diagnostic says so: an error if the user named the file, less if it lay in a folder.
  package internal(set) var isSeedFile = true

  init() {}

  /// A file in which only one thing is to be said.
  init(_ diagnostic: Diagnostic, isSeedFile: Bool) {
    diagnostics = [diagnostic]
    self.isSeedFile = isSeedFile
  }
}
