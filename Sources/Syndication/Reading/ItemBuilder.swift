/// An item while it is read: its own fields, and those of other vocabularies for where it has none.
struct ItemBuilder {
  var item = FeedItem()
  var idLink: String?
  var about: String?
  var texts = FeedTexts()

  /// The person that is being read.
  var person: Person?

  /// More than any item has; what a hostile one has beyond is left out.
  private static let maximumParts = 100

  /// The author of an item, in parts.
  struct Person {
    var name: String?
    var email: String?
  }

  /// Takes the person that ends for the author, unless there is one.
  mutating func endPerson(text: String?) {
    item.author = item.author ?? person?.name ?? text ?? person?.email
    person = nil
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
    item.title = texts[.title, .otherTitle]
    item.author = item.author ?? texts[.otherAuthor]
    item.summary = texts[.summary, .description, .otherSummary]
    item.content = texts[.content]
    item.published = texts.date(.published)
    item.updated = texts.date(.updated)
    if item.date == nil { item.published = texts.date(.otherDate) }
    return item
  }
}
