package import Catalog
import CloudKitRecords

/// What a file of counts says, by feed and by collection. Who was counted is not in it.
package struct CountTable: Sendable {
  /// What it says of one feed.
  package struct Figures: Hashable, Sendable {
    /// Subscribers.
    package internal(set) var count: Int?
    /// Mean rating, 0…5, and how many ratings it is of.
    package internal(set) var rating: ScoreInputs.Rating?
    /// The period the file gives; `nil` where it gives none.
    package internal(set) var period: String?
  }

  /// What it says of one collection.
  package struct Imports: Hashable, Sendable {
    /// The collection's record name or slug, as the file has it.
    package let collection: String
    /// Those who imported it.
    package internal(set) var count: Int
    var period: String?
  }

  private struct Target {
    let shown: String
    var figures = Figures()
    /// Subscribers counted one by one.
    var events = 0
  }

  private var targets: [Target] = []
  private var byName: [String: Int] = [:]
  private var byKey: [FeedURL.Key: Int] = [:]
  private var importsByName: [String: Imports] = [:]
  /// Rows that were used.
  package internal(set) var rows = 0
  /// Rows of events that named a feed's subscriber again.
  package private(set) var repeatedEvents = 0

  /// What it says of collections, by their names.
  package var collections: [Imports] { importsByName.values.sorted { $0.collection < $1.collection } }
  /// Whether it says anything of ratings.
  package var hasRatings: Bool { targets.contains { $0.figures.rating != nil } }

  /// An empty table.
  package init() {}

  /// What it says of a feed, and where in the table that is.
  package func figures(of entry: FeedEntry) -> (index: Int, figures: Figures)? {
    if targets.isEmpty { return nil }
    let index = byName[entry.recordName.rawValue] ?? (try? FeedURL(entry.feedURL)).flatMap { byKey[$0.key] }
    return index.map { ($0, figures(at: $0)) }
  }

  /// Returns the feeds of the file that are not in the catalogue, as they may be shown: no more of an address than its host.
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

  /// The place of a feed that is named by its address or record name.
  mutating func target(_ text: String) -> Int {
    if let index = byName[text] { return index }
    let isAddress = text.contains("://") || text.hasPrefix("feed:")
    let url = isAddress || text.contains(".") ? try? FeedURL(text) : nil
    let index = url.flatMap { byKey[$0.key] } ?? targets.count
    if index == targets.count { targets.append(Target(shown: Self.shown(text, url))) }
    if let url { byKey[url.key] = index }
    if !isAddress || url == nil { byName[text] = index }
    return index
  }

  /// An address may hold a token, and what is no name may be anything.
  private static func shown(_ text: String, _ url: FeedURL?) -> String {
    if let url { return FeedURL.host(of: url.canonical) ?? "(not shown)" }
    let isName = text.utf8.count <= 64 && text.utf8.allSatisfy { $0 == 0x2D || isAlphanumeric($0) }
    return isName ? text : "(not shown)"
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Sets what is said of a feed; of two periods the later counts.
  /// - Returns: whether the same had been said of the same period already.
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

  /// Counts one subscriber of a feed, by whether it was seen before.
  mutating func event(at index: Int, isNew: Bool) {
    if isNew { targets[index].events += 1 } else { repeatedEvents += 1 }
  }

  /// Sets how many imported a collection; of two periods the later counts.
  mutating func set(imports count: Int, of collection: String, period: String?) {
    if let old = importsByName[collection], (old.period ?? "") > (period ?? "") { return }
    importsByName[collection] = Imports(collection: collection, count: count, period: period)
  }
}
