package import Diagnostics

/// A page of a site of feeds: what comes before the feeds.
package struct SitePage: Sendable {
  /// A link to another page of the site.
  package struct Link: Sendable {
    let title, address: String

    package init(_ title: String, to address: String) {
      self.title = title
      self.address = address
    }
  }

  /// A link with a description, such as to a category.
  package struct Card: Sendable {
    let link: Link
    /// A few words beside the link.
    let note: String
    let text: String?
    /// The address of an OPML document.
    let opml: String?

    package init(_ link: Link, note: String, text: String? = nil, opml: String? = nil) {
      self.link = link
      self.note = note
      self.text = text
      self.opml = opml
    }
  }

  package struct Section: Sendable {
    let title: String
    let cards: [Card]

    package init(_ title: String, _ cards: [Card]) {
      self.title = title
      self.cards = cards
    }
  }

  let title: String
  /// The addresses of the site's files begin with this path: `../` in a folder.
  let root: String
  let path: [Link]
  let text: String?
  let lead: String
  let opml: String
  let sections: [Section]

  /// - Parameters:
  ///   - path: The pages above, the topmost first.
  ///   - opml: The address of the OPML document of the page's feeds.
  ///   - sections: What is shown above the feeds, unless a reader searches.
  package init(
    _ title: String, root: String, path: [Link], text: String?, lead: String, opml: String, sections: [Section]
  ) {
    self.title = title
    self.root = root
    self.path = path
    self.text = text
    self.lead = lead
    self.opml = opml
    self.sections = sections.filter { !$0.cards.isEmpty }
  }

  var context: [String: Any] {
    [
      "title": ([title] + path.reversed().map(\.title)).joined(separator: " – "), "heading": title, "root": root,
      "path": path.map(\.context), "hasPath": !path.isEmpty, "about": text.map { [$0] } ?? [], "lead": lead,
      "opml": opml, "styleHash": "self", "scriptHash": "self",
      "sections": sections.enumerated().map { index, section in
        ["id": "s\(index)", "name": section.title, "cards": section.cards.map(\.context)] as [String: Any]
      },
    ]
  }
}

extension SitePage.Link {
  fileprivate var context: [String: Any] { ["name": title, "address": address] }
}

extension SitePage.Card {
  fileprivate var context: [String: Any] {
    link.context.merging([
      "note": note, "texts": text.map { [$0] } ?? [], "documents": opml.map { [$0] } ?? [],
    ]) { first, _ in first }
  }
}

/// A feed of a site: an entry of a page, and a row of the list of all feeds.
package struct SiteFeed: Sendable {
  /// The name of the entry on its page.
  package let id: String
  /// The title, with a link to the feed's site.
  let title: ReportTable.Cell
  /// The address as readers see it, with a link to the feed.
  let feed: ReportTable.Cell
  let text: String?
  /// The health in a word, and its meaning.
  let health: ReportTable.Cell
  /// Further facts in a few words.
  let facts: [String]
  /// The language code; `nil` if it is unknown.
  let language: String?
  /// Titles with their links, and dates as notes.
  let articles: [ReportTable.Cell]

  package init(
    id: String, _ title: ReportTable.Cell, feed: ReportTable.Cell, text: String?, health: ReportTable.Cell,
    facts: [String], language: String?, articles: [ReportTable.Cell]
  ) {
    self.id = id
    self.title = title
    self.feed = feed
    self.text = text
    self.health = health
    self.facts = facts
    self.language = language
    self.articles = articles
  }

  package var name: String { title.text }
  /// The address of the feed's site.
  package var link: String? { title.link }
  /// The description.
  package var about: String? { text }

  private static let tones = 6

  /// The first letter or digit of the title, which stands for a picture: a page loads none from other sites.
  private var mark: String {
    let first = title.text.unicodeScalars.first { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    return first.map { String($0).uppercased() } ?? "•"
  }

  /// - Parameter page: The address of the page that has the entry.
  func context(page: String) -> [String: Any] {
    [
      "id": id, "page": page, "name": title.text, "links": title.link.map { [$0] } ?? [], "mark": mark,
      "tone": "t\(StableHash(id.utf8).mixed % UInt64(Self.tones))", "feed": feed.link ?? "", "address": feed.text,
      "texts": text.map { [$0] } ?? [], "health": health.text, "meaning": health.meaning.rawValue,
      "isUnhealthy": [.bad, .warning, .doubtful].contains(health.meaning), "facts": facts,
      "languages": language.map { [$0] } ?? [],
      // The language of the pages themselves is English.
      "foreign": language.map { $0 == "en" ? [] : [$0] } ?? [], "hasArticles": !articles.isEmpty,
      "articles": articles.map { article in
        [
          "headline": article.text, "targets": article.link.map { [$0] } ?? [],
          "dates": article.note.map { [$0] } ?? [],
        ]
      },
    ]
  }
}
