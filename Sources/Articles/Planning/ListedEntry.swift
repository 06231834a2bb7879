import Catalog
import CloudKitRecords
import Syndication

/// An entry of a read document that its feed may store.
struct ListedEntry {
  let item: FeedItem
  let key: EntryKey
  /// The address of the entry's page, or else of the feed's site.
  let url: String
  /// Whether another entry of the document has the same main key.
  var isRepeated = false
  /// The publication date; `nil` if the feed has no plausible one.
  let published: Timestamp?
  /// The date that orders the entry among the others.
  var rank = Int64.min
  /// Whether the entry is among the newest of its feed that are always kept.
  var isKept = false

  /// - Parameter site: the address of the feed's site, for an entry without a link.
  init?(_ item: FeedItem, site: String, asOf: Timestamp) {
    guard let key = EntryKey(item) else { return nil }
    self.item = item
    self.key = key
    url = item.link.flatMap(WebLink.address) ?? site
    let date = item.date.map { Timestamp($0).milliseconds }
    // A date after tomorrow would keep the entry at the top, and admit it again after it expired.
    published = date.flatMap { $0 >= ArticleSettings.earliestDate && $0 <= asOf.milliseconds + 86_400_000 ? $0 : nil }
      .map { Timestamp(milliseconds: min($0, asOf.milliseconds)) }
  }

  /// Returns the entries of a document, newest first, without repetitions, and the number of items without identity.
  static func entries(
    of document: FeedDocument, feed: FeedEntry, asOf: Timestamp
  ) -> (entries: [ListedEntry], unidentified: Int, repeated: Int) {
    let site = document.siteLink.flatMap(WebLink.address) ?? WebLink.address(feed.feedURL) ?? ""
    // The identifier and the text of the item that a document ends in may be cut.
    let items = document.items.filter { !$0.isTruncated }
    var entries = items.compactMap { ListedEntry($0, site: site, asOf: asOf) }
    let unidentified = items.count - entries.count
    var mains: [String: Int] = [:]
    var narrows: [String: Int] = [:]
    var kept: [ListedEntry] = []
    for entry in entries {
      if let index = narrows[entry.key.narrow] {
        // Equal identifiers and links are one entry; the choice must not depend on the order.
        if entry.isPreferred(to: kept[index]) { kept[index] = entry }
        continue
      }
      narrows[entry.key.narrow] = kept.count
      mains[entry.key.main, default: 0] += 1
      kept.append(entry)
    }
    entries = kept
    var last: Int64?
    for index in entries.indices {
      entries[index].isRepeated = mains[entries[index].key.main] ?? 0 > 1
      last = entries[index].published?.milliseconds ?? last
      // An entry without a date is as old as the one before it.
      entries[index].rank = last ?? asOf.milliseconds
    }
    let order = entries.enumerated().sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }
    return (order.map(\.element), unidentified, entries.count { $0.isRepeated })
  }

  private func isPreferred(to other: ListedEntry) -> Bool {
    let dates = [self, other].map { ($0.item.updated ?? $0.item.published).map { Timestamp($0).milliseconds } ?? 0 }
    if dates[0] != dates[1] { return dates[0] > dates[1] }
    let texts = [self, other].map { ($0.item.title ?? "") + "\0" + ($0.item.content ?? $0.item.summary ?? "") }
    return texts[0] > texts[1]
  }
}
