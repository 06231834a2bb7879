package import Catalog
package import CloudKitRecords

/// Inputs of a score. Unknown values are `nil`.
package struct ScoreInputs: Hashable, Sendable {
  /// User ratings.
  package struct Rating: Hashable, Sendable {
    /// Mean rating, 0…5.
    let mean: Double
    /// Number of ratings, 1 or more.
    let count: Int
  }

  private(set) var attempts: Int?
  /// Number of successful fetches.
  private(set) var successes: Int?
  /// Number of consecutive failures since the last success.
  private(set) var failuresInRow: Int
  /// Uptime percentage of the last 30 days, 0…100.
  private(set) var uptimePercentage: Double?
  private(set) var subscribers: Int?
  /// Whether the feed's source is trusted.
  let isVerified: Bool
  /// Whether editors feature the feed.
  let isFeatured: Bool
  /// Whether the feed is still fetched.
  let isActive: Bool
  /// Stored hours between two articles.
  private(set) var updateFrequency: Double?
  private(set) var articlesPerWeek: Double?
  private(set) var rating: Rating?
  /// Names of the parts that the feed lacks, of `partCount`; `nil` if unknown.
  let missingParts: [String]?
  /// Publication dates of articles, unordered.
  let publicationDates: [Timestamp]
  /// Descriptions of invalid inputs and the valid values used instead.
  private(set) var corrections: [String] = []

  /// Creates inputs, correcting and recording invalid values.
  package init(
    attempts: Int? = nil, successes: Int? = nil, failuresInRow: Int? = nil, uptimePercentage: Double? = nil,
    subscribers: Int? = nil, isVerified: Bool = false, isFeatured: Bool = false, isActive: Bool = true,
    updateFrequency: Double? = nil, articlesPerWeek: Double? = nil, averageRating: Double? = nil,
    ratingCount: Int? = nil, missingParts: [String]? = nil, publicationDates: [Timestamp] = []
  ) {
    self.attempts = attempts
    self.successes = successes
    self.failuresInRow = failuresInRow ?? 0
    self.uptimePercentage = uptimePercentage
    self.subscribers = subscribers
    self.isVerified = isVerified
    self.isFeatured = isFeatured
    self.isActive = isActive
    self.updateFrequency = updateFrequency
    self.articlesPerWeek = articlesPerWeek
    self.missingParts = missingParts
    self.publicationDates = publicationDates
    correct()
    correctRating(averageRating, ratingCount)
  }

  /// Creates inputs from a feed of the catalog.
  package init(_ entry: FeedEntry, publicationDates: [Timestamp] = []) {
    self.init(
      attempts: entry.totalAttempts, successes: entry.successfulAttempts, failuresInRow: entry.failureCount,
      uptimePercentage: entry.uptimePercentage, subscribers: entry.subscriberCount, isVerified: entry.isVerified,
      isFeatured: entry.isFeatured, isActive: entry.isActive, updateFrequency: entry.updateFrequency,
      articlesPerWeek: entry.averageArticlesPerWeek, averageRating: entry.details?.averageRating,
      ratingCount: entry.details?.ratingCount,
      missingParts: entry.details.map { Self.missingParts(of: entry, $0.described) },
      publicationDates: publicationDates)
  }

  /// Number of parts that a complete feed has.
  static let partCount = 7

  private static func missingParts(of entry: FeedEntry, _ described: Set<String>) -> [String] {
    let parts = [
      ("title", !entry.hasPlaceholderTitle), ("description", described.contains(FeedField.subtitle.name)),
      ("home page", described.contains(FeedField.siteURL.name)), ("image", described.contains(FeedField.imageURL.name)),
      ("language", described.contains(FeedField.language.name)), ("category", entry.category?.isEmpty == false),
      ("tags", described.contains(FeedField.tags.name)),
    ]
    return parts.filter { !$0.1 }.map(\.0)
  }

  /// Returns the newest article's date, ignoring dates in the future.
  func newestArticle(asOf: Timestamp) -> Timestamp? { publicationDates.lazy.filter { $0 <= asOf }.max() }

  /// Returns the number of articles published within the last `days` days.
  func articles(inLast days: Int64, asOf: Timestamp) -> Int {
    let earliest = asOf.milliseconds.subtractingReportingOverflow(days * 86_400_000)
    guard !earliest.overflow else { return 0 }
    return publicationDates.count { $0.milliseconds > earliest.partialValue && $0 <= asOf }
  }
}

extension ScoreInputs {
  private mutating func correct() {
    attempts = attempts.map { count($0, "totalAttempts") }
    successes = successes.map { count($0, "successfulAttempts") }
    failuresInRow = count(failuresInRow, "failureCount")
    subscribers = subscribers.map { count($0, "subscriberCount") }
    if let attempts, let successes, successes > attempts {
      corrections.append("successfulAttempts is \(successes) of \(attempts) attempts; \(attempts) is used")
      self.successes = attempts
    }
    uptimePercentage = measure(uptimePercentage, "uptimePercentage", 0...100)
    // A gap shorter than a second, or longer than feeds have existed, is not a rhythm.
    updateFrequency = measure(updateFrequency, "updateFrequency", 1 / 3600...1_000_000)
    articlesPerWeek = measure(articlesPerWeek, "averageArticlesPerWeek", 0...1_000_000)
  }

  private mutating func correctRating(_ average: Double?, _ ratings: Int?) {
    let ratings = ratings.map { count($0, "ratingCount") } ?? 0
    guard let average = measure(average, "averageRating", 0...5), ratings > 0 else { return }
    rating = Rating(mean: average, count: ratings)
  }

  /// Returns a valid count, 0…2^53, the range that JSON represents exactly.
  private mutating func count(_ value: Int, _ field: String) -> Int {
    if value < 0 { corrections.append("\(field) is \(value); 0 is used") }
    if value > 1 << 53 { corrections.append("\(field) is \(value); 2^53 is used") }
    return min(max(0, value), 1 << 53)
  }

  /// Returns a valid measure; `nil`, with a recorded correction, if the value is invalid.
  private mutating func measure(_ value: Double?, _ field: String, _ range: ClosedRange<Double>) -> Double? {
    guard let value else { return nil }
    if range.contains(value) { return value }
    corrections.append("\(field) is \(value); it counts as unknown")
    return nil
  }
}

extension Sequence<Int> {
  /// The sum, or the maximum integer on overflow: a file may contain arbitrarily large counts.
  var saturatingSum: Int {
    reduce(0) { sum, next in
      let result = sum.addingReportingOverflow(next)
      return result.overflow ? (next > 0 ? .max : .min) : result.partialValue
    }
  }
}
