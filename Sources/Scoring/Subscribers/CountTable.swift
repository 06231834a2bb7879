package import Catalog
import CloudKitRecords

/// Contents of a file of counts, by feed and by collection, without identities of subscribers.
package struct CountTable: Sendable {
  /// Figures for one feed.
  package struct Figures: Hashable, Sendable {
    package internal(set) var count: Int?
    /// Mean rating, 0…5, and number of ratings.
    var rating: ScoreInputs.Rating?
    /// Period in the file; `nil` if absent.
    package internal(set) var period: String?
  }

  /// Imports of one collection.
  package struct Imports: Hashable, Sendable {
    /// The collection's record name or slug, as written in the file.
    let collection: String
    /// Number of users who imported the collection.
    var count: Int
    var period: String?
  }

  private struct Target {
    let shown: String
    var figures = Figures()
    /// Number of subscribers counted from events.
    var events = 0
  }

  private var targets: [Target] = []
  private var byName: [String: Int] = [:]
  private var byKey: [FeedURL.Key: Int] = [:]
  /// The feeds by the names of records that had their addresses first, and may have moved.
  private var byFirstAddress: [RecordName: Int] = [:]
  private var importsByName: [String: Imports] = [:]
  package internal(set) var rows = 0
  /// Number of events that repeat a subscriber of the same feed.
  package private(set) var repeatedEvents = 0

  var collections: [Imports] { importsByName.values.sorted { $0.collection < $1.collection } }
  var hasRatings: Bool { targets.contains { $0.figures.rating != nil } }

  /// Returns the figures for a feed and their indices in the table. Of a feed that moved, some users still have the first
  /// address: the counts of both addresses are added.
  package func figures(of entry: FeedEntry) -> (indices: Set<Int>, figures: Figures)? {
    if targets.isEmpty { return nil }
    let present = (try? FeedURL(entry.feedURL)).flatMap { byKey[$0.key] }
    let first = byFirstAddress[entry.recordName]
    guard let index = byName[entry.recordName.rawValue] ?? present ?? first else { return nil }
    var sum = figures(at: index)
    guard index == present, let first, first != index else { return ([index], sum) }
    let former = figures(at: first)
    if former.period == sum.period, let count = former.count { sum.count = (sum.count ?? 0) + count }
    return ([index, first], sum)
  }

  /// Returns the feeds of the file that are missing from the catalog. URLs are reduced to their hosts.
  package func orphans(besides found: Set<Int>) -> [SubscriberRun.Orphan] {
    targets.indices.filter { !found.contains($0) }
      .map { SubscriberRun.Orphan(feed: targets[$0].shown, subscriptions: figures(at: $0).count ?? 0) }
      .sorted(by: SubscriberRun.Orphan.precedes)
  }

  private func figures(at index: Int) -> Figures {
    var figures = targets[index].figures
    if figures.count == nil, targets[index].events > 0 { figures.count = targets[index].events }
    return figures
  }

  /// Returns the index of the feed with the given URL or record name, adding the feed if it is missing.
  mutating func target(_ text: String) -> Int {
    if let index = byName[text] { return index }
    let isAddress = text.contains("://") || text.hasPrefix("feed:")
    let url = isAddress || text.contains(".") ? try? FeedURL(text) : nil
    let index = url.flatMap { byKey[$0.key] } ?? targets.count
    if index == targets.count { targets.append(Target(shown: Self.shown(text, url))) }
    if let url {
      byKey[url.key] = index
      byFirstAddress[CatalogName.feed(url.key)] = index
    }
    if !isAddress || url == nil { byName[text] = index }
    return index
  }

  /// Returns a safe display text: a URL may contain a token, and an invalid name may contain anything.
  private static func shown(_ text: String, _ url: FeedURL?) -> String {
    if let url { return FeedURL.host(of: url.canonical) ?? "(not shown)" }
    return text.wholeMatch(of: #/[A-Za-z0-9-]{0,64}/#) != nil ? text : "(not shown)"
  }

  /// If periods differ, the later one wins.
  /// - Returns: whether the table already had the same figures for the same period.
  mutating func set(_ figures: Figures, at index: Int) -> Bool {
    let old = targets[index].figures
    if old.count != nil || old.rating != nil {
      if (old.period ?? "") > (figures.period ?? "") { return false }
      let isRepeated = old.period == figures.period && old.count != nil && figures.count != nil
      targets[index].figures = figures
      if figures.period == old.period {
        if figures.count == nil { targets[index].figures.count = old.count }
        if figures.rating == nil { targets[index].figures.rating = old.rating }
      }
      return isRepeated
    }
    targets[index].figures = figures
    return false
  }

  /// Counts an event for a feed as a new or a repeated subscriber.
  mutating func event(at index: Int, isNew: Bool) {
    if isNew { targets[index].events += 1 } else { repeatedEvents += 1 }
  }

  /// If periods differ, the later one wins.
  mutating func set(imports count: Int, of collection: String, period: String?) {
    if let old = importsByName[collection], (old.period ?? "") > (period ?? "") { return }
    importsByName[collection] = Imports(collection: collection, count: count, period: period)
  }
}
