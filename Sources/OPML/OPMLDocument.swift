package import Diagnostics

/// What an OPML document says: its title, its version, and the feeds in it.
package struct OPMLDocument: Sendable {
  /// The folder names of a path that are kept; deeper ones are dropped and reported.
  ///
  /// Without a limit a document of n nested folders would hold n²/2 names.
  package static let maximumPath = 64

  /// The names of the root, in lower case: before 1.0 was frozen it was `outlineDocument`.
  static let roots: Set<String> = ["opml", "outlinedocument"]

  /// The title in its head.
  package internal(set) var title: String?
  /// The `version` attribute as written.
  package internal(set) var version: String?
  /// The outlines with an `xmlUrl`, in the order of the document.
  package internal(set) var feeds: [Outline] = []
  /// The folders that have attributes of `OPMLExtension`, in the order of the document.
  package internal(set) var markedFolders: [MarkedFolder] = []
  /// What was passed over or mended, and why.
  package internal(set) var notes: [Diagnostic] = []
}

/// A folder that says more of itself than its name.
package struct MarkedFolder: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// The attributes of `OPMLExtension`, by their names without prefix.
  package let extensions: [String: String]
  /// Its start tag; `nil` where the document is not UTF-8.
  package internal(set) var range: SourceRange?
}

/// What came of reading a text as OPML.
package enum OPMLReading: Sendable {
  /// An OPML document, mended where its notes say so.
  case document(OPMLDocument)
  /// The text is something else: a web page, a feed.
  case notOPML(Diagnostic)
  /// The text is not well-formed XML; nothing of it is used.
  case broken(Diagnostic)
}
