import struct Foundation.Date

/// An item while it is being read: its own fields, and those of other vocabularies for where it has none.
struct ItemBuilder {
  var item = FeedItem()
  var idLink: String?
  var about: String?
  var description: String?
  var otherTitle: String?
  var otherSummary: String?
  var otherDate: Date?
  var otherAuthor: String?

  /// The person that is being read.
  var person: Person?

  /// More than any item has; what a hostile one has beyond is left out.
  private static let maximumParts = 100

  /// Who an item is by, in parts.
  struct Person {
    var name: String?
    var email: String?
  }

  /// Takes the person that ends for the author, unless there is one.
  mutating func endPerson(text: String?) {
    item.author = item.author ?? person?.name ?? text ?? person?.email
    person = nil
  }

  /// Takes a text for what its element means.
  mutating func take(_ element: FeedElement, _ value: String, date: Date?) {
    switch element {
    case .title: item.title = value
    case .description: description = value
    case .summary: item.summary = value
    case .content: item.content = value
    case .published: item.published = date ?? item.published
    case .updated: item.updated = date ?? item.updated
    case .otherDate: otherDate = otherDate ?? date
    case .otherTitle: otherTitle = value
    case .otherSummary: otherSummary = otherSummary ?? value
    case .otherAuthor: otherAuthor = otherAuthor ?? value
    default: break
    }
  }

  /// Takes a link, the last to a page before any other.
  mutating func take(link: String, isPage: Bool) {
    if isPage || item.link == nil { item.link = link }
  }

  mutating func add(_ enclosure: FeedEnclosure?) {
    guard let enclosure, item.enclosures.count < Self.maximumParts,
      !item.enclosures.contains(where: { $0.url == enclosure.url })
    else { return }
    item.enclosures.append(enclosure)
  }

  mutating func add(category: String) {
    if item.categories.count < Self.maximumParts { item.categories.append(category) }
  }

  /// The item with what it lacks filled in.
  func finished() -> FeedItem {
    var item = item
    item.id = item.id ?? about
    item.link = item.link ?? idLink
    item.title = item.title ?? otherTitle
    item.author = item.author ?? otherAuthor
    item.summary = item.summary ?? description ?? otherSummary
    if item.date == nil { item.published = otherDate }
    return item
  }
}
