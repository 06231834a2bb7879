enum FeedElement: Equatable {
  // Structure
  case rss, rdf, atomFeed, channel, item, image, items, mediaGroup
  /// The feed that an entry was copied from.
  case source
  /// A media file: its address, type and medium are attributes.
  case enclosure, mediaContent, thumbnail
  /// A publisher's wish that robots do not archive the feed.
  case block, robots
  // Text
  case title, link, description, summary, content, id, published, created, updated, author, category, language
  case updateInterval, updatePeriod, updateFrequency, logo, icon, url
  /// A list of categories, separated by commas.
  case keywords
  // Alternatives in other vocabularies, used if the format's own element is missing
  case otherTitle, otherSummary, otherDate, otherImage, otherAuthor
  /// A link of Atom, in any format.
  case atomLink
  /// An element that is skipped with its content.
  case unknown

  /// Finds the meaning of a lowercase name.
  init(_ namespace: FeedNamespace, _ name: String) {
    self =
      switch namespace {
      case .core: Self.core[name] ?? .unknown
      case .atom03, .atom10: Self.atom[name] ?? .unknown
      case .rdf: name == "rdf" ? .rdf : name == "li" || name == "seq" ? .items : .unknown
      case .dublinCore: Self.dublinCore[name] ?? .unknown
      case .content: name == "encoded" ? .content : name == "items" ? .items : .unknown
      case .media: Self.media[name] ?? .unknown
      case .itunes: Self.itunes[name] ?? .unknown
      case .syndication:
        name == "updateperiod" ? .updatePeriod : name == "updatefrequency" ? .updateFrequency : .unknown
      case .xhtml: name == "body" ? .content : name == "meta" ? .robots : .unknown
      case .xml, .other: .unknown
      }
  }

  private static let core: [String: FeedElement] = [
    "rss": .rss, "rdf": .rdf, "feed": .atomFeed, "channel": .channel, "item": .item, "entry": .item, "items": .items,
    "image": .image, "author": .author, "managingeditor": .author, "title": .title, "link": .link,
    "description": .description, "abstract": .description, "tagline": .description, "subtitle": .description,
    "summary": .summary,
    "content": .content, "encoded": .content, "body": .content, "fullitem": .content, "guid": .id, "id": .id,
    "pubdate": .published, "published": .published, "issued": .published, "created": .created, "date": .otherDate,
    "updated": .updated, "modified": .updated, "lastbuilddate": .updated, "category": .category,
    "language": .language, "ttl": .updateInterval, "logo": .logo, "icon": .icon, "url": .url,
    "enclosure": .enclosure, "source": .source,
  ]

  private static let atom: [String: FeedElement] = core.filter { $0.key != "image" }
    .merging(["link": .atomLink]) { $1 }

  private static let dublinCore: [String: FeedElement] = [
    "title": .otherTitle, "description": .otherSummary, "abstract": .otherSummary, "creator": .otherAuthor,
    "author": .otherAuthor, "date": .otherDate, "issued": .published, "created": .created, "modified": .updated,
    "subject": .category, "language": .language,
  ]

  private static let media: [String: FeedElement] = [
    "group": .mediaGroup, "title": .otherTitle, "description": .otherSummary, "content": .mediaContent,
    "thumbnail": .thumbnail, "category": .category,
  ]

  private static let itunes: [String: FeedElement] = [
    "author": .otherAuthor, "block": .block, "keywords": .keywords, "image": .otherImage, "summary": .otherSummary,
    "subtitle": .otherSummary,
  ]
}
