package import Diagnostics

/// An OPML document: its title, version and feeds.
package struct OPMLDocument: Sendable {
  /// Maximum number of folder names in a path; deeper names are dropped and reported.
  ///
  /// Without a limit, a document of n nested folders needs memory for n²/2 names.
  package static let maximumPath = 64

  /// Root element names in lowercase; `outlineDocument` predates OPML 1.0.
  static let roots: Set<String> = ["opml", "outlinedocument"]

  /// The title in the head.
  package internal(set) var title: String?
  /// The `version` attribute as written.
  package internal(set) var version: String?
  /// The outlines with an `xmlUrl`, in document order.
  package internal(set) var feeds: [Outline] = []
  /// The folders with attributes of `OPMLExtension`, in document order.
  package internal(set) var markedFolders: [MarkedFolder] = []
  /// Diagnostics about skipped and repaired parts.
  package internal(set) var notes: [Diagnostic] = []
}

/// A folder with extension attributes.
package struct MarkedFolder: Hashable, Sendable {
  /// The name of the folder.
  package let name: String
  /// The attributes of `OPMLExtension`, by name without prefix.
  package let extensions: [String: String]
  /// The start tag; `nil` if the document is not UTF-8.
  package internal(set) var range: SourceRange?
}

/// Extension attributes on outlines, which other programs ignore: the fields of a category, and tags that the
/// `category` attribute cannot express.
///
/// Source: OPML 2.0, "Extending OPML": elements and attributes that OPML does not define need a namespace.
enum OPMLExtension {
  /// The namespace, a random identifier.
  static let namespace = "urn:uuid:45cb2c18-149a-438e-9c2d-d068006bb876"
  /// The prefix of attribute names. Readers match the prefix and do not look up the namespace.
  static let prefix = "celestra:"
}

/// The result of reading a text as OPML.
package enum OPMLReading: Sendable {
  /// An OPML document, with its repairs among the notes.
  case document(OPMLDocument)
  /// Another kind of document, such as a web page or a feed.
  case notOPML(Diagnostic)
  /// Text that is not well-formed XML and was not read.
  case broken(Diagnostic)
}
