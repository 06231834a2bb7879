import Notation
import XML

/// An Atom feed to write (RFC 4287). Texts are plain, and may contain anything.
package struct AtomFeed: Sendable {
  /// Entries with the same `id` are the same one to readers.
  package struct Entry: Sendable {
    /// A URI that never changes.
    package let id: String
    package let title: String
    /// The date of the last change (RFC 3339).
    package let updated: String
    package let content: String
    /// An http or https address; others are left out.
    package var link: String?
    package var category: String?

    package init(
      id: String, title: String, updated: String, content: String, link: String? = nil, category: String? = nil
    ) {
      self.id = id
      self.title = title
      self.updated = updated
      self.content = content
      self.link = link
      self.category = category
    }
  }

  /// A URI that never changes.
  package let id: String
  package let title: String
  /// The date of the last change (RFC 3339).
  package let updated: String
  package let author: String
  /// The newest first.
  package let entries: [Entry]
  /// The addresses of the feed and of the page that it is about.
  package var selfLink, pageLink: String?

  package init(id: String, title: String, updated: String, author: String, entries: [Entry]) {
    self.id = id
    self.title = title
    self.updated = updated
    self.author = author
    self.entries = entries
  }

  package var xml: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
        <id>\(Self.escaped(id))</id>
        <title>\(Self.title(title))</title>
        <updated>\(Self.escaped(updated))</updated>
        <author><name>\(Self.title(author))</name></author>

      """
    if let selfLink { text += "  <link rel=\"self\" href=\"\(Self.escaped(selfLink))\"/>\n" }
    if let pageLink { text += "  <link rel=\"alternate\" href=\"\(Self.escaped(pageLink))\"/>\n" }
    for entry in entries { text += Self.xml(entry) }
    return text + "</feed>\n"
  }

  private static func xml(_ entry: Entry) -> String {
    let link = entry.link.flatMap { isWeb($0) ? $0 : nil }
    let lines = [
      "<id>\(escaped(entry.id))</id>", "<title>\(title(entry.title))</title>",
      "<updated>\(escaped(entry.updated))</updated>",
      link.map { "<link rel=\"alternate\" href=\"\(escaped($0))\"/>" },
      entry.category.map { "<category term=\"\(escaped($0))\"/>" }, "<content>\(escaped(entry.content))</content>",
    ]
    return "  <entry>\n" + lines.compactMap(\.self).map { "    \($0)\n" }.joined() + "  </entry>\n"
  }

  /// Returns a text with at least one character: feedvalidator warns of an empty title and refuses an empty name.
  private static func title(_ text: String) -> String {
    text.allSatisfy(\.isWhitespace) ? "(untitled)" : escaped(text)
  }

  private static func escaped(_ text: String) -> String { CharacterReference.escaped(text) }

  /// Whether a text can stand as an address: http or https, and ASCII without spaces and delimiters (RFC 3986).
  private static func isWeb(_ link: String) -> Bool {
    URLParts.isWeb(link)
      && link.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
  }
}
