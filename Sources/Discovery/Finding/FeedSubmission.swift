import Catalog
import Diagnostics
import Notation

/// A feed that a contributor proposes with an issue form.
///
/// Source: GitHub Docs, "Syntax for issue forms": the body has a heading `### Label` for each field, and
/// `_No response_` for an empty one.
package struct FeedSubmission: Sendable {
  /// The address of the site or feed; empty without one.
  package private(set) var address = ""
  package private(set) var title: String?
  package private(set) var category: String?
  /// Why the form cannot be used, for its author; `nil` if it can.
  package private(set) var refusal: String?

  /// The words of the labels of each field. A label without any of them is ignored.
  private static let labels: [(field: Field, words: [String])] = [
    (.address, ["feed", "rss", "site", "website", "address", "url", "link", "blog"]), (.title, ["title", "name"]),
    (.category, ["category", "topic", "section"]),
  ]

  private enum Field {
    case address, title, category
  }

  package init(_ body: String) {
    var label = ""
    var values: [(label: String, text: String)] = []
    // As scalars, since CR LF is a single character.
    for line in body.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = CleanText(String(line), limit: .description).text
      if line.hasPrefix("### ") {
        label = line.dropFirst(4).lowercased()
      } else if !line.isEmpty, line != "_No response_", !label.isEmpty {
        values.append((label, line))
      }
    }
    var fields: [Field: String] = [:]
    for (label, text) in values {
      let words = label.split { !$0.isLetter }.map(String.init)
      // A label such as "Title of the blog" names its field first.
      let rows = Self.labels.compactMap { row in words.firstIndex(where: row.words.contains).map { ($0, row.field) } }
      if let field = rows.min(by: { $0.0 < $1.0 })?.1, fields[field] == nil { fields[field] = text }
    }
    title = fields[.title].map { CleanText($0, limit: .title).text }
    category = fields[.category].flatMap(Self.slug)
    readAddress(fields[.address])
  }

  private mutating func readAddress(_ given: String?) {
    guard let given else {
      refusal = "the form has no address; write the address of the site or feed, such as https://example.org"
      return
    }
    let words = given.split { " \t<>()[]|,;\"'`".contains($0) }.map(String.init)
    let found = words.filter { $0.contains(".") && (try? FeedURL($0)) != nil }
    guard let first = found.first, let url = try? FeedURL(first) else {
      refusal = "'\(DisplayText.short(given))' is not an address; write one such as https://example.org"
      return
    }
    if Set(found.compactMap { try? FeedURL($0).key }).count > 1 {
      refusal = "the form has several addresses; open an issue for each site"
    } else if url.redacted != url.canonical {
      refusal = "the address has a user name or password, which everyone could read in the list"
    }
    address = url.canonical
  }

  private static func slug(_ text: String) -> String? {
    let words = text.foldedWords.joined(separator: "-")
    return Slug(rawValue: words)?.rawValue
  }

  /// Returns the name of a branch for a feed, of letters, digits and hyphens only.
  package static func branch(for address: String) -> String {
    let text = (try? FeedURL(address))?.key.description ?? ""
    let words = text.lowercased().utf8.split { !($0.isLetter || $0.isDigit) }.map {
      String(decoding: $0, as: UTF8.self)
    }
    return "add-feed/" + (words.isEmpty ? "entry" : String(words.joined(separator: "-").prefix(60)))
  }
}
