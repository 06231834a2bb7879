/// A builder of an item.
struct ItemBuilder {
  var item = FeedItem()
  var idLink: String?
  var about: String?
  var texts = FeedTexts()

  /// Sets the link; links to pages win, and the last of them.
  mutating func set(link: String, isPage: Bool) {
    if isPage || item.link == nil { item.link = link }
  }

  /// Returns the item, with missing fields from alternative elements.
  func finished() -> FeedItem {
    var item = item
    item.id = item.id ?? about
    item.link = item.link ?? idLink
    item.title = texts[.title, .otherTitle]
    item.summary = texts[.summary, .description, .otherSummary]
    item.content = texts[.content]
    item.published = texts.date(.published)
    item.updated = texts.date(.updated)
    if item.date == nil { item.published = texts.date(.otherDate) }
    return item
  }
}
