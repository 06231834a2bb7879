import FeedHealth
import Notation
import Syndication

/// What a feed is for, in the order of preference.
package enum FeedRole: Int, Comparable, CaseIterable, Sendable {
  /// The articles of the whole site.
  case site
  /// The articles of a part: a category, a tag, an author, a folder.
  case section
  /// The articles in another language than the page's.
  case translation
  /// Changes of pages, code, or files.
  case changes
  /// The comments of readers.
  case comments
  /// The feed of another site that the page links to.
  case otherSite

  package static func < (lhs: FeedRole, rhs: FeedRole) -> Bool { lhs.rawValue < rhs.rawValue }

  /// What the feed is for, as the end of "feed of".
  package var words: String {
    switch self {
    case .site: "the whole site"
    case .section: "a part of the site"
    case .translation: "another language"
    case .changes: "changes"
    case .comments: "comments"
    case .otherSite: "another site"
    }
  }

  /// The signs of a role: segments of the path, parts of the query, and words of the title.
  private struct Sign {
    let role: FeedRole
    let segments: Set<String>
    let queries: [String]
    let titles: [String]
  }

  private static let signs = [
    Sign(
      role: .comments,
      segments: [
        "comments", "comment", "kommentare", "commentaires", "comentarios", "commenti", "replies", "discussion",
      ],
      queries: ["feed=comments", "comments=", "withcomments", "type=comments"],
      titles: [
        "comments", "comment feed", "kommentar", "commentaire", "comentario", "comentário", "commenti", "reacties",
        "komentarze", "комментари", "коментар", "评论", "評論", "留言", "コメント", "댓글", "yorum", "σχόλια", "kommentit",
      ]),
    Sign(
      role: .changes,
      segments: [
        "commits", "recentchanges", "changes", "activity", "history", "tags.atom", "special:recentchanges", "revisions",
      ], queries: ["special:recentchanges", "action=history"],
      titles: ["recent commits", "recent changes", "tags from", "activity", "last modified"]),
    Sign(
      role: .section,
      segments: [
        "category", "categories", "tag", "tags", "topic", "topics", "author", "authors", "label", "labels", "section",
        "sections", "search", "archive", "archives", "series", "kategorie", "categoria", "categorie", "rubrik", "users",
        "user", "by", "tagged", "-", "channel", "event", "events", "podcast", "podcasts", "videos", "photos", "jobs",
        "newsletter", "links", "linkblog", "notes", "status", "microblog",
      ], queries: ["cat=", "tag=", "author=", "category=", "q=", "s=", "taxonomy="],
      titles: [
        "category feed", "tag feed", "posts by", "posts tagged", "search results", "author feed", "category:", "tag:",
        "posts in ", "section:", "kategorie", "archive", "podcast", "job board",
      ]),
  ]

  /// Whether the words of a feed or of a link to it say that it has the comments of readers.
  package static func isOfComments(_ title: String) -> Bool {
    let title = title.lowercased()
    return signs[0].titles.contains { title.contains($0) }
  }

  /// Finds the role that an address and a title show.
  init(of link: WebPage.Link, on page: String, language: String?) {
    let bytes = Array(link.url.utf8)
    let parts = URLParts(bytes[...])
    let own = Set(Self.segments(of: page))
    // The page itself may be a part, whose feed is asked for.
    let segments = Set(Self.segments(of: link.url)).subtracting(own)
    let query = bytes[parts.query].lowercasedString
    let title = link.title?.lowercased() ?? ""
    let found = Self.signs.first { sign in
      !sign.segments.isDisjoint(with: segments)
        || sign.queries.contains { query.contains("?" + $0) || query.contains("&" + $0) }
        || sign.titles.contains { title.contains($0) }
    }
    if let found {
      self = found.role
    } else if let target = link.language, let language,
      FeedIdentity.isOther(language: target, than: language)
    {
      self = .translation
    } else {
      self = .site
    }
  }

  private static func segments(of url: String) -> [String] {
    let bytes = Array(url.utf8)
    return bytes[URLParts(bytes[...]).path].lowercasedString.split(separator: "/").map(String.init)
  }
}
