import Catalog
import CloudKitRecords
import Diagnostics

extension FeedPlanner {
  /// Takes from a seed whose feed an earlier one has what the policy lets it give: a category, tags, a safer address.
  mutating func meetAgain(_ index: Int, _ url: FeedURL, first: Int) {
    let seed = seeds[index]
    let label = label(ofSeed: first)
    add(index, .duplicate(of: label))
    let message = "\(url) is the same feed as '\(label)'"
    if policy.duplicates == .report {
      report(seed, .error, rule: "duplicate-feed", message, help: "take one of them out")
      return
    }
    var help = "the first wins; take this one out"
    if var feed = wanted[first] {
      if policy.duplicates == .preferHTTPS, url.isSecure, !feed.url.isSecure {
        feed.url = url
        help = "its https address is taken; take the other one out"
      }
      if seed.authority == .fillAbsent, seeds[first].authority == .fillAbsent, !adopt(seed, &feed) {
        help += "; it has \(Self.maximumTags) tags, and its other folders become none"
      }
      wanted[first] = feed
    }
    report(seed, .info, rule: "duplicate-feed", message, help: help)
  }

  /// The tags a feed gets from folders at the most, so that one that stands in thousands does not fill its record.
  private static let maximumTags = 100

  /// The first folder that is a category decides; what else a feed's folders are called are tags.
  /// - Returns: false where the feed has as many tags as it may.
  private func adopt(_ seed: FeedSeed, _ feed: inout Wanted) -> Bool {
    if feed.category == nil {
      feed.category =
        seed.fields[FeedField.category]?.string.flatMap { categories.isNamed($0) ? $0 : nil }
        ?? mapping.category(folders: seed.folders, attributes: seed.categoryAttributes).slug
    }
    guard (feed.tags ?? []).count < Self.maximumTags else { return false }
    let folders = mapping.tags(folders: seed.folders, attributes: seed.categoryAttributes, besides: feed.category)
    let more = (seed.tags ?? []) + folders
    let known = Set((feed.tags ?? []).map(CategoryMapping.folded))
    let new = more.filter { !known.contains(CategoryMapping.folded($0)) }
    if !new.isEmpty { feed.tags = (feed.tags ?? []) + new }
    return true
  }

  /// Says that the container has a feed under another address.
  mutating func reportSpelling(of feed: Wanted, stored: FeedURL) {
    report(
      seeds[feed.seed], .error, rule: "duplicate-feed", "the container has \(feed.url) as \(stored)",
      help: "write the address as it is stored, or choose with --duplicates")
  }

  /// The change to an https address, where the policy prefers it to the http one that is stored.
  func secureAddress(of feed: Wanted, on existing: Record) -> FieldChange? {
    let field = FeedField.feedURL
    guard policy.duplicates == .preferHTTPS, feed.url.isSecure, let old = existing[field],
      let text = old.string, let stored = try? FeedURL(text), !stored.isSecure, stored.key == feed.url.key
    else { return nil }
    return FieldChange(field: field.name, old: old, new: .string(feed.url.canonical))
  }
}
