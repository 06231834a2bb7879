package import Catalog
package import CloudKitRecords

/// What a score is made of. What is not known is `nil`.
package struct ScoreInputs: Hashable, Sendable {
  /// Ratings by users.
  package struct Rating: Hashable, Sendable {
    /// The mean, 0…5.
    package let mean: Double
    /// How many, 1 or more.
    package let count: Int

    /// Ratings.
    package init(mean: Double, count: Int) {
      self.mean = mean
      self.count = count
    }
  }

  /// Something a feed should say of itself.
  package struct Part: Hashable, Sendable {
    /// What it is called.
    package let name: String
    /// Whether it does.
    package let isThere: Bool

    /// A part by its name.
    package init(name: String, isThere: Bool) {
      self.name = name
      self.isThere = isThere
    }
  }

  /// Fetches tried.
  package private(set) var attempts: Int?
  /// Fetches that succeeded.
  package private(set) var successes: Int?
  /// Fetches that failed since the last one that succeeded.
  package private(set) var failuresInRow: Int
  /// The share of the last 30 days it was up, 0…100.
  package private(set) var uptimePercentage: Double?
  /// The number of subscribers.
  package private(set) var subscribers: Int?
  /// Whether the feed's source is trusted.
  package let isVerified: Bool
  /// Whether the editors put it forward.
  package let isFeatured: Bool
  /// Whether it is still fetched.
  package let isActive: Bool
  /// Hours between two articles, as stored.
  package private(set) var updateFrequency: Double?
  /// Articles a week, as measured.
  package private(set) var articlesPerWeek: Double?
  /// Ratings by users.
  package private(set) var rating: Rating?
  /// What it says of itself; `nil` where nobody looked.
  package let parts: [Part]?
  /// When articles were published, in no order.
  package let publicationDates: [Timestamp]
  /// What could not be and was taken for the nearest that can.
  package private(set) var corrections: [String] = []

  /// Inputs as they are found; what cannot be is corrected and noted.
  package init(
    attempts: Int? = nil, successes: Int? = nil, failuresInRow: Int? = nil, uptimePercentage: Double? = nil,
    subscribers: Int? = nil, isVerified: Bool = false, isFeatured: Bool = false, isActive: Bool = true,
    updateFrequency: Double? = nil, articlesPerWeek: Double? = nil, averageRating: Double? = nil,
    ratingCount: Int? = nil, parts: [Part]? = nil, publicationDates: [Timestamp] = []
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
    self.parts = parts
    self.publicationDates = publicationDates
    correct()
    correctRating(averageRating, ratingCount)
  }

  /// The inputs a feed of the catalogue gives.
  package init(_ entry: FeedEntry, publicationDates: [Timestamp] = []) {
    self.init(
      attempts: entry.totalAttempts, successes: entry.successfulAttempts, failuresInRow: entry.failureCount,
      uptimePercentage: entry.uptimePercentage, subscribers: entry.subscriberCount, isVerified: entry.isVerified,
      isFeatured: entry.isFeatured, isActive: entry.isActive, updateFrequency: entry.updateFrequency,
      articlesPerWeek: entry.averageArticlesPerWeek, averageRating: entry.details?.averageRating,
      ratingCount: entry.details?.ratingCount, parts: entry.details.map { Self.parts(entry, $0.described) },
      publicationDates: publicationDates)
  }

  private static func parts(_ entry: FeedEntry, _ described: FeedDetails.Described) -> [Part] {
    let title = entry.title.utf8.contains { $0 > 0x20 } && entry.title != entry.feedURL
    return [
      Part(name: "title", isThere: title), Part(name: "description", isThere: described.contains(.description)),
      Part(name: "home page", isThere: described.contains(.siteURL)),
      Part(name: "image", isThere: described.contains(.imageURL)),
      Part(name: "language", isThere: described.contains(.language)),
      Part(name: "category", isThere: entry.category?.isEmpty == false),
      Part(name: "tags", isThere: described.contains(.tags)),
    ]
  }

  /// The newest article's date; those in the future do not count.
  func newestArticle(asOf: Timestamp) -> Timestamp? { publicationDates.lazy.filter { $0 <= asOf }.max() }

  /// How many articles were published within so many days.
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
      corrections.append("successfulAttempts is \(successes) of \(attempts) attempts, taken for \(attempts)")
      self.successes = attempts
    }
    uptimePercentage = measure(uptimePercentage, "uptimePercentage", 0...100)
    // A gap of less than a second, or of longer than feeds exist, is no rhythm.
    updateFrequency = measure(updateFrequency, "updateFrequency", 1 / 3600...1_000_000)
    articlesPerWeek = measure(articlesPerWeek, "averageArticlesPerWeek", 0...1_000_000)
  }

  private mutating func correctRating(_ average: Double?, _ ratings: Int?) {
    let ratings = ratings.map { count($0, "ratingCount") } ?? 0
    guard let average = measure(average, "averageRating", 0...5), ratings > 0 else { return }
    rating = Rating(mean: average, count: ratings)
  }

  /// A whole number of things, 0…2^53: what JSON keeps exactly.
  private mutating func count(_ value: Int, _ field: String) -> Int {
    if value < 0 { corrections.append("\(field) is \(value), taken for 0") }
    if value > 1 << 53 { corrections.append("\(field) is \(value), taken for 2^53") }
    return min(max(0, value), 1 << 53)
  }

  /// A measure; `nil`, noted, where it cannot be.
  private mutating func measure(_ value: Double?, _ field: String, _ range: ClosedRange<Double>) -> Double? {
    guard let value else { return nil }
    if range.contains(value) { return value }
    corrections.append("\(field) is \(value), taken for unknown")
    return nil
  }
}
