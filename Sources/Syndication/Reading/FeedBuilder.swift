import struct Foundation.Date

/// The texts and dates of a feed or an item, by element.
struct FeedTexts {
  /// Elements whose first text wins; for all others the last text wins.
  private static let firstWins: [FeedElement] = [.author, .otherAuthor, .otherDate, .otherImage, .otherSummary]

  /// The texts and their dates. Items have so few that an array is faster than a dictionary.
  private var entries: [(element: FeedElement, text: String, date: Date?)] = []

  mutating func set(_ element: FeedElement, _ text: String, date: Date?) {
    guard let index = entries.firstIndex(where: { $0.element == element }) else {
      return entries.append((element, text, date))
    }
    if Self.firstWins.contains(element) {
      entries[index].date = entries[index].date ?? date
    } else {
      entries[index] = (element, text, date ?? entries[index].date)
    }
  }

  /// The text of the first of several elements that has one.
  subscript(elements: FeedElement...) -> String? {
    elements.lazy.compactMap { element in entries.first { $0.element == element }?.text }.first
  }

  /// Whether the publisher blocks the feed or item from directories.
  var isBlocked: Bool { self[.block]?.lowercased() == "yes" }

  /// Returns the date of the first of several elements that has one.
  func date(_ elements: FeedElement...) -> Date? {
    elements.lazy.compactMap { element in entries.first { $0.element == element }?.date }.first
  }
}

struct FeedBuilder {
  var format: FeedFormat
  var version: String?
  var link = PageLink()
  var idLink: String?
  var image: String?
  var texts = FeedTexts()
  var items: [FeedItem] = []
  var itemCount = 0
  /// The indexes of the items that say nothing about their author.
  var itemsWithoutAuthor: [Int] = []
  /// Whether a `robots` element asks not to archive the feed.
  var forbidsArchives = false

  /// Returns the feed, with missing fields from alternative elements.
  func document(problems: [FeedProblem]) -> FeedDocument {
    var items = items
    // RFC 4287, section 4.2.1: the author of the feed applies to entries without one.
    if format == .atom, let author = texts[.author].flatMap(FeedAuthor.name) {
      for index in itemsWithoutAuthor { items[index].author = author }
    }
    return FeedDocument(
      format: format, version: version, title: texts[.title, .otherTitle], siteLink: link.address ?? idLink,
      description: texts[.description, .otherSummary], language: texts[.language],
      image: image ?? texts[.logo, .otherImage, .icon], updated: texts.date(.updated, .published, .created, .otherDate),
      updateInterval: interval, isBlocked: forbidsArchives || texts.isBlocked, items: items, itemCount: itemCount,
      problems: problems)
  }

  /// The seconds between fetches, at most a year.
  private var interval: Int? {
    if let minutes = texts[.updateInterval].flatMap({ Int($0) }), minutes > 0 { return min(minutes, 525_600) * 60 }
    guard let period = texts[.updatePeriod]?.lowercased() else { return nil }
    let hours = ["hourly": 1, "daily": 24, "weekly": 168, "monthly": 720, "yearly": 8760]
    let frequency = texts[.updateFrequency].flatMap { Int($0) } ?? 1
    return hours[period].map { $0 * 3600 / max(1, frequency) }
  }
}

struct ItemBuilder {
  var item = FeedItem()
  var link = PageLink()
  var idLink: String?
  var about: String?
  var texts = FeedTexts()
  /// Whether the item was copied from another feed, whose author wrote it.
  var hasSource = false
  /// The addresses of images by preference.
  private var images: [Int: String] = [:]
  /// Whether the first summary in another vocabulary is declared to be text.
  private var isOtherSummaryText: Bool?

  /// Maximum number of categories; no real item has more.
  private static let maximumCategories = 100

  /// Whether the item, or the feed that it was copied from, says who its author is.
  var statesAuthor: Bool { hasSource || texts[.author, .otherAuthor] != nil }

  /// Adds an image; the first of a preference wins, and the lowest preference.
  mutating func add(image: String, preference: Int) { images[preference] = images[preference] ?? image }

  mutating func addOtherSummary(isText: Bool) { isOtherSummaryText = isOtherSummaryText ?? isText }

  mutating func add(category: String) {
    if item.categories.count < Self.maximumCategories { item.categories.append(category) }
  }

  /// Returns the item, with missing fields from alternative elements.
  func finished() -> FeedItem {
    var item = item
    item.id = item.id ?? about
    item.link = link.address ?? idLink
    item.title = texts[.title, .otherTitle]
    item.summary = texts[.summary, .description, .otherSummary]
    if texts[.summary, .description] == nil { item.isSummaryText = isOtherSummaryText ?? false }
    item.content = texts[.content]
    item.author = texts[.author, .otherAuthor].flatMap(FeedAuthor.name)
    item.image = images.min { $0.key < $1.key }?.value
    item.language = texts[.language]
    item.isBlocked = texts.isBlocked
    item.published = texts.date(.published, .created)
    item.updated = texts.date(.updated)
    if item.date == nil { item.published = texts.date(.otherDate) }
    return item
  }
}
