import CSV

/// Which column of a table says what of a feed.
struct CSVSeedColumns {
  /// What a column can say.
  enum Kind: String, CaseIterable {
    case feedURL, title, description, siteURL, imageURL, category, folder, language, tags
    case isFeatured, isVerified, isActive, addedAt

    /// The names the column goes by in our exports, in OPML's attributes and in the tables of others, best first.
    var names: [String] {
      switch self {
      case .feedURL: ["feedURL", "xmlUrl", "rss", "rssURL", "rssFeed", "feed", "feedLink", "atom", "url", "link"]
      case .title: ["title", "name", "text", "feedTitle"]
      case .description: ["description", "subtitle", "summary"]
      case .siteURL: ["siteURL", "htmlUrl", "site", "website", "homepage", "address", "url", "link"]
      case .imageURL: ["imageURL", "image", "icon", "logo"]
      case .category: ["category", "topic"]
      case .folder: ["folder", "folders", "group"]
      case .language: ["language", "lang"]
      case .tags: ["tags", "keywords", "labels"]
      case .isFeatured: ["isFeatured", "featured"]
      case .isVerified: ["isVerified", "verified"]
      case .isActive: ["isActive", "active"]
      case .addedAt: ["addedAt", "added"]
      }
    }
  }

  private var columns: [Kind: Int] = [:]

  /// The columns of a header; `nil` where none holds addresses of feeds.
  init?(_ header: CSVHeader) {
    var taken: Set<Int> = []
    for kind in Kind.allCases {
      let column = kind.names.lazy.compactMap { header.column($0) }.first { !taken.contains($0) }
      guard let column else { continue }
      taken.insert(column)
      columns[kind] = column
    }
    if columns[.feedURL] == nil { return nil }
  }

  /// The column that says something.
  subscript(kind: Kind) -> Int? { columns[kind] }

  /// The names of the columns that say nothing known.
  func unknown(in header: CSVHeader) -> [String] {
    header.names.indices.filter { !columns.values.contains($0) && !header.names[$0].isEmpty }.map { header.names[$0] }
  }
}
