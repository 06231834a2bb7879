import Catalog
import CloudKitRecords
import Diagnostics

extension FeedPlanner {
  /// Merges a duplicate seed into the first seed of the same feed. The policy decides whether to merge the category,
  /// the tags, and the `https` address.
  mutating func merge(_ index: Int, _ url: FeedURL, first: Int) {
    let seed = seeds[index]
    let label = label(ofSeed: first)
    add(index, .duplicate(of: label))
    let message = "\(url) is the same feed as '\(label)'"
    if policy.duplicates == .report {
      diagnostics.append(
        seed.place.diagnostic(
          .error, rule: "duplicate-feed", message, help: "remove one of them", first: seeds[first].place))
      return
    }
    let isList = seed.authority == .fillAbsent && seeds[first].authority == .named
    var help =
      isList ? "the JSON file applies, and a change here has no effect" : "the first one applies; remove this one"
    if var feed = wanted[first] {
      if policy.duplicates == .preferHTTPS, url.isSecure, !feed.url.isSecure {
        feed.url = url
        help = "its https address applies; remove the other one"
      }
      if seed.authority == .fillAbsent, seeds[first].authority == .fillAbsent, !adopt(seed, &feed) {
        help += "; the feed has \(Self.maximumTags) tags, and further folders add none"
      }
      wanted[first] = feed
    }
    diagnostics.append(
      seed.place.diagnostic(.info, rule: "duplicate-feed", message, help: help, first: seeds[first].place))
  }

  /// The maximum number of tags from folders, so that a feed in thousands of folders does not fill its record.
  private static let maximumTags = 100

  /// Merges the category and tags of a duplicate seed. The first folder that matches a category sets the category; the
  /// other folder names become tags.
  /// - Returns: `false` if the feed already has the maximum number of tags.
  private func adopt(_ seed: FeedSeed, _ feed: inout MergedSeed) -> Bool {
    if feed.category == nil {
      feed.category =
        seed.fields[FeedField.category]?.string.flatMap { categories.isNamed($0) ? $0 : nil }
        ?? mapping.category(folders: seed.folders, attributes: seed.categoryAttributes).slug
    }
    guard (feed.tags ?? []).count < Self.maximumTags else { return false }
    let folders = mapping.tags(folders: seed.folders, attributes: seed.categoryAttributes, besides: feed.category)
    // An entry that states its tags, as after an edit of tags, has no tags of folders.
    let more = (seed.tags ?? []) + (seeds[feed.seed].tags == nil ? folders : [])
    let known = Set((feed.tags ?? []).map(CategoryMapping.tagKey))
    let new = more.filter { !known.contains(CategoryMapping.tagKey($0)) }
    if !new.isEmpty { feed.tags = (feed.tags ?? []) + new }
    return true
  }

  /// Reports that the container stores the feed under a different address.
  mutating func reportSpelling(of feed: MergedSeed, stored: FeedURL) {
    diagnostics.append(
      seeds[feed.seed].place.diagnostic(
        .error, rule: "duplicate-feed", "the container stores \(feed.url) as \(stored)",
        help: "write the stored address, or pass --duplicates"))
  }
}
