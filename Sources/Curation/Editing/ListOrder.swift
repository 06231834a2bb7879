import Catalog
import CloudKitRecords
import Foundation

/// The order of a list's feeds, and the place of a new one in it.
struct ListOrder {
  /// Before or after a feed.
  struct Place {
    let index: Int
    let isBefore: Bool
  }

  private let feeds: [FeedSeed]

  init(_ feeds: [FeedSeed]) { self.feeds = feeds }

  /// Returns the place of a new feed: by title or address in a group that has such an order, at its end in others;
  /// `nil` in an empty list.
  /// - Throws: `SeedFileRefusal` if the list has no group of the feed's folder or category.
  func place(of seed: FeedSeed) throws(SeedFileRefusal) -> Place? {
    let group = try group(of: seed)
    guard let last = group.last else { return nil }
    for order in Self.orders {
      guard let new = order(seed) else { continue }
      let keys = group.compactMap { order(feeds[$0]) }
      guard keys.count == group.count, Self.isSorted(keys) else { continue }
      let position = Self.position(of: new, in: keys)
      if position < group.count { return Place(index: group[position], isBefore: true) }
      return Place(index: last, isBefore: false)
    }
    return Place(index: last, isBefore: false)
  }

  /// Returns the feeds that are in one group with a new feed.
  private func group(of seed: FeedSeed) throws(SeedFileRefusal) -> [Int] {
    guard let last = feeds.last else { return [] }
    let category = seed.fields[FeedField.category]?.string ?? seed.categoryAttributes.first
    let language = seed.fields[FeedField.language]
    guard let wanted = seed.folders.last ?? category else {
      let near = feeds.last { language != nil && $0.fields[FeedField.language] == language } ?? last
      return feeds.indices.filter { feeds[$0].folders == near.folders && isBeside(feeds[$0], near) }
    }
    let names = feeds.map { feed in
      [feed.folders.last, feed.fields[FeedField.category]?.string].compactMap(\.self) + feed.categoryAttributes
    }
    let folded = CategoryMapping.folded(wanted)
    var group = feeds.indices.filter { names[$0].contains(wanted) }
    if group.isEmpty {
      group = feeds.indices.filter { index in names[index].contains { CategoryMapping.folded($0) == folded } }
    }
    let isFlat = feeds.allSatisfy {
      $0.folders.isEmpty && $0.categoryAttributes.isEmpty && $0.fields[FeedField.category] == nil
    }
    // Where feeds state their category, a new one may state any.
    let isStated = feeds.allSatisfy { $0.folders.isEmpty && $0.categoryAttributes.isEmpty }
    if group.isEmpty, isFlat || seed.folders.isEmpty && isStated {
      group = Array(feeds.indices)
    }
    if group.isEmpty {
      let names = feeds.compactMap { $0.folders.last ?? $0.categoryAttributes.first }
      let known = names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      throw SeedFileRefusal("the list has no '\(wanted)'; it has \(known.prefix(8).joined(separator: ", "))")
    }
    // A directory has the same categories in each language.
    let spoken = group.filter { feeds[$0].fields[FeedField.language] == language }
    if let first = (spoken.isEmpty ? group : spoken).first {
      let near = feeds[first]
      let isSplit = group.contains { feeds[$0].folders != near.folders }
      group = (spoken.isEmpty ? group : spoken).filter { !isSplit || feeds[$0].folders == near.folders }
    }
    return group
  }

  private func isBeside(_ feed: FeedSeed, _ other: FeedSeed) -> Bool {
    // Tags differ from line to line; a directory's categories have one each, and each language has its own.
    guard feed.categoryAttributes.count == 1, other.categoryAttributes.count == 1 else { return true }
    return feed.categoryAttributes == other.categoryAttributes
      && feed.fields[FeedField.language] == other.fields[FeedField.language]
  }

  /// What lists are sorted by.
  private static let orders: [@Sendable (FeedSeed) -> String?] = [
    { $0.fields[FeedField.title]?.string.map { $0.precomposedStringWithCompatibilityMapping.lowercased() } },
    { seed in (try? FeedURL(seed.feedURL))?.key.description },
    { $0.feedURL },
  ]

  /// Returns whether keys are in order, but for one in twenty.
  private static func isSorted(_ keys: [String]) -> Bool {
    guard keys.count >= 3 else { return false }
    let breaks = zip(keys, keys.dropFirst()).count { $0 > $1 }
    return breaks <= keys.count / 20
  }

  /// Returns the position with the fewest larger keys before it and smaller keys after it.
  private static func position(of new: String, in keys: [String]) -> Int {
    var cost = keys.count { $0 <= new }
    var (best, bestCost) = (0, cost)
    for (index, key) in keys.enumerated() {
      cost += key <= new ? -1 : 1
      if cost <= bestCost { (best, bestCost) = (index + 1, cost) }
    }
    return best
  }
}
