package import Diagnostics

package struct Outline: Hashable, Sendable {
  /// The `xmlUrl` attribute without surrounding white space.
  package var xmlURL: String
  /// The `text` attribute unless it is only an address, or else `title`.
  package var title: String?
  /// The `htmlUrl` attribute.
  package var htmlURL: String?
  package var description: String?
  package var language: String?
  /// The paths in the `category` attribute; a tag is a path of one part.
  package var categories: [[String]]
  /// The names of the enclosing folders, outermost first, up to `OPMLDocument.maximumPath` names.
  package var folders: [String]
  /// The attributes of `OPMLExtension`, by name without prefix.
  package var extensions: [String: String]
  /// The index of the innermost folder in the document's `markedFolders`, if that folder is marked.
  package internal(set) var markedFolder: Int?
  /// The start tag; `nil` if the document is not UTF-8.
  package var range: SourceRange?

  package init(
    xmlURL: String, title: String? = nil, htmlURL: String? = nil, description: String? = nil, language: String? = nil,
    categories: [[String]] = [], folders: [String] = [], extensions: [String: String] = [:], range: SourceRange? = nil
  ) {
    self.xmlURL = xmlURL
    self.title = title
    self.htmlURL = htmlURL
    self.description = description
    self.language = language
    self.categories = categories
    self.folders = folders
    self.extensions = extensions
    self.range = range
  }
}

extension Outline {
  /// Returns the paths in a `category` attribute: comma-separated items with slash-separated parts, without empty ones.
  ///
  /// Source: OPML 2.0, "Subscription lists": `/Harvard/Berkman` is a path, `Harvard` a tag.
  static func categories(in attribute: String) -> [[String]] {
    attribute.utf8.split(separator: UInt8(ascii: ",")).compactMap { item in
      let parts = item.split(separator: UInt8(ascii: "/")).compactMap { trimmed(String(Substring($0))) }
      return parts.isEmpty ? nil : parts
    }
  }

  /// Whether a text is an address, apart from case, scheme, `www.` and trailing slash, which programs write
  /// differently.
  static func isAddress(_ text: String, of address: String?) -> Bool {
    guard let address, text != address else { return text == address }
    return !text.utf8.contains(0x20) && bareAddress(text) == bareAddress(address)
  }

  private static func bareAddress(_ address: String) -> Substring {
    var rest = address.lowercased()[...]
    if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
    if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
    return rest.hasSuffix("/") ? rest.dropLast() : rest
  }

  /// Returns the text without leading and trailing white space; `nil` if nothing of it is visible.
  static func trimmed(_ text: String) -> String? {
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last else { return nil }
    if first > 0x20, last > 0x20 { return first < 0x80 || DisplayText.isVisible(text) ? text : nil }
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }), let end = bytes.lastIndex(where: { $0 > 0x20 }) else {
      return nil
    }
    let trimmed = String(text[start...end])
    return DisplayText.isVisible(trimmed) ? trimmed : nil
  }
}

/// An OPML document: its title, version and feeds.
package struct OPMLDocument: Sendable {
  /// Maximum number of folder names in a path; deeper names are dropped and reported.
  ///
  /// Without a limit, a document of n nested folders needs memory for n²/2 names.
  package static let maximumPath = 64

  /// Root element names in lowercase; `outlineDocument` predates OPML 1.0.
  static let roots: Set<String> = ["opml", "outlinedocument"]

  /// The `version` attribute as written.
  package internal(set) var version: String?
  /// The outlines with an `xmlUrl`, in document order.
  package internal(set) var feeds: [Outline] = []
  /// The folders with attributes of `OPMLExtension`, in document order.
  package internal(set) var markedFolders: [MarkedFolder] = []
  /// Diagnostics about skipped and repaired parts.
  package internal(set) var notes: [Diagnostic] = []
}

package struct MarkedFolder: Hashable, Sendable {
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

package enum OPMLReading: Sendable {
  /// An OPML document, with its repairs among the notes.
  case document(OPMLDocument)
  /// Another kind of document, such as a web page or a feed.
  case notOPML(Diagnostic)
  /// Text that is not well-formed XML and was not read.
  case broken(Diagnostic)
}
