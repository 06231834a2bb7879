package import Catalog

/// Number of a feed's subscribers, with the values to publish.
package struct SubscriberCount: Hashable, Sendable {
  /// The feed as read, with its previous counts.
  package let entry: FeedEntry
  /// Number in the source; the published one, or 0, if the source has only ratings.
  package let counted: Int
  package let published: Int
  /// Whether the source has a number. Without one, the published count stays as it is, also if it is unknown.
  let isCounted: Bool
  /// Whether a different count waits because this period's count is already published.
  package let isHeld: Bool
  /// Ratings to publish; `nil` if they are unknown or held.
  let rating: PublishedRating?
  let period: String

  /// Determines the values to publish in a period.
  /// - Parameter counted: `nil` if the source has only ratings, which the period of a count does not hold.
  init(
    _ entry: FeedEntry, counted: Int?, rating: ScoreInputs.Rating?, by rule: PublicationRule, in period: String
  ) {
    self.entry = entry
    self.period = period
    isCounted = counted != nil
    guard let counted else {
      self.counted = entry.subscriberCount ?? 0
      published = self.counted
      isHeld = false
      self.rating = rating.map { PublishedRating($0, by: rule) }
      return
    }
    self.counted = counted
    let wanted = rule.published(counted)
    let memory = entry.metadata.flatMap { metadata in metadata.subscriberPeriod.map { ($0, metadata) } }
    if let memory, PublicationPeriod.holds(memory.0, in: period), let out = memory.1.subscriberCount {
      published = out
      isHeld = out != wanted
      self.rating = nil
    } else {
      published = wanted
      isHeld = false
      self.rating = rating.map { PublishedRating($0, by: rule) }
    }
  }

  /// Whether the feed has a count, from the source or as published.
  var isKnown: Bool { isCounted || entry.subscriberCount != nil }

  var changesFeed: Bool { isCounted && entry.subscriberCount != published }
  /// Whether the numbers in the feed's metadata change.
  var changesMetadata: Bool {
    guard let metadata = entry.metadata else { return false }
    return isCounted && metadata.subscriberCount != published || changesRating
  }

  var changesRating: Bool {
    guard let rating else { return false }
    return entry.ratingCount != rating.count || entry.averageRating != rating.average
  }

  /// Whether the feed or its metadata changes.
  package var isChanged: Bool { changesFeed || changesMetadata }
}

/// Ratings to publish; small numbers of ratings are suppressed.
package struct PublishedRating: Hashable, Sendable {
  /// Number of ratings, rounded like counts.
  let count: Int
  /// Mean rating with one decimal; `nil` if the count is 0.
  let average: Double?

  init(_ rating: ScoreInputs.Rating, by rule: PublicationRule) {
    count = rule.published(rating.count)
    average = count == 0 ? nil : (rating.mean * 10).rounded() / 10
  }
}
