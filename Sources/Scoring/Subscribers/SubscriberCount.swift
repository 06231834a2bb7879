package import Catalog
import CloudKitRecords

/// How many subscribe to a feed, and what is published of it.
package struct SubscriberCount: Hashable, Sendable {
  /// The feed as it was read, with the counts it had.
  package let entry: FeedEntry
  /// The raw number.
  package let counted: Int
  /// What is published of it.
  package let published: Int
  /// Whether another number would be published, but that this period's is out already.
  package let isHeld: Bool
  /// What is published of its ratings; `nil` where nothing is said of them, or they are held.
  package let rating: PublishedRating?
  let period: String

  /// What is published of a count in a period.
  init(
    _ entry: FeedEntry, counted: Int, rating: ScoreInputs.Rating?, by rule: PublicationRule,
    ratingsBy ratingRule: PublicationRule, in period: String
  ) {
    self.entry = entry
    self.counted = counted
    self.period = period
    let wanted = rule.published(counted)
    let memory = entry.metadata.flatMap { metadata in metadata.subscriberPeriod.map { ($0, metadata) } }
    if let memory, memory.0 >= period, let out = memory.1.subscriberCount {
      published = out
      isHeld = out != wanted
      self.rating = nil
    } else {
      published = wanted
      isHeld = false
      self.rating = rating.map { PublishedRating($0, by: ratingRule) }
    }
  }

  /// Whether the feed publishes another number.
  var changesFeed: Bool { entry.subscriberCount != published }
  /// Whether its metadata publishes other numbers.
  var changesMetadata: Bool {
    guard let metadata = entry.metadata else { return false }
    return metadata.subscriberCount != published || changesRating
  }

  var changesRating: Bool {
    guard let rating else { return false }
    return entry.details?.ratingCount != rating.count || entry.details?.averageRating != rating.average
  }

  /// Whether the feed or its metadata publishes another number.
  package var isChanged: Bool { changesFeed || changesMetadata }
}

/// What is published of ratings: nothing where few stand behind them.
package struct PublishedRating: Hashable, Sendable {
  /// How many, rounded as counts are.
  package let count: Int
  /// The mean to one decimal; `nil` where the count is 0.
  package let average: Double?

  init(_ rating: ScoreInputs.Rating, by rule: PublicationRule) {
    count = rule.published(rating.count)
    average = count == 0 ? nil : (rating.mean * 10).rounded() / 10
  }
}
