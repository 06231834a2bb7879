package import Diagnostics

/// An outline that names a feed, with the folders it stands in.
package struct Outline: Hashable, Sendable {
  /// The `xmlUrl` attribute, trimmed, otherwise as written.
  package var xmlURL: String
  /// The `title` attribute, or `text` where there is no title.
  package var title: String?
  /// The `htmlUrl` attribute.
  package var htmlURL: String?
  /// The `description` attribute.
  package var description: String?
  /// The `language` attribute.
  package var language: String?
  /// The items of the `category` attribute, each a path; a tag is a path of one part.
  package var categories: [[String]]
  /// The names of the folders around it, outermost first, at most `OPMLDocument.maximumPath` of them.
  package var folders: [String]
  /// The attributes of `OPMLExtension`, by their names without prefix.
  package var extensions: [String: String]
  /// Which of the document's marked folders it stands in, without another one between; `nil` for none.
  package internal(set) var markedFolder: Int?
  /// Its start tag; `nil` where the document is not UTF-8.
  package var range: SourceRange?

  /// A feed by its address.
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
  /// The paths of a `category` attribute: items between commas, parts between slashes, empty ones left out.
  ///
  /// Source: OPML 2.0, "Subscription lists": `/Harvard/Berkman` is a path, `Harvard` a tag.
  static func categories(in attribute: String) -> [[String]] {
    attribute.utf8.split(separator: UInt8(ascii: ",")).compactMap { item in
      let parts = item.split(separator: UInt8(ascii: "/")).compactMap { trimmed(String(Substring($0))) }
      return parts.isEmpty ? nil : parts
    }
  }

  /// The text without white space at its ends; `nil` when nothing is left.
  static func trimmed(_ text: String) -> String? {
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last else { return nil }
    if first > 0x20, last > 0x20 { return text }
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }), let end = bytes.lastIndex(where: { $0 > 0x20 }) else {
      return nil
    }
    return String(text[start...end])
  }
}
