package import Catalog
package import CloudKitRecords

/// Unknown values are `nil`.
package struct ScoreInputs: Hashable, Sendable {
  package struct Rating: Hashable, Sendable {
    /// Mean rating, 0…5.
    let mean: Double
    /// Number of ratings, 1 or more.
    let count: Int
  }

  let attempts: Int?
  let successes: Int?
  /// Number of consecutive failures since the last success.
  let failuresInRow: Int
  /// Uptime percentage of the last 30 days, 0…100.
  let uptimePercentage: Double?
  let subscribers: Int?
  let isVerified: Bool
  let isFeatured: Bool
  let isActive: Bool
  /// Time of the last fetch that succeeded.
  let lastSuccess: Timestamp?
  /// Stored hours between two articles, above 0.
  let updateFrequency: Double?
  /// Stored articles per week.
  let articlesPerWeek: Double?
  let rating: Rating?
  /// Names of the parts that the feed lacks, of `parts`; `nil` if unknown.
  let missingParts: [String]?
  /// Publication dates of articles, unordered.
  let publicationDates: [Timestamp]

  /// Creates inputs from valid values.
  package init(
    attempts: Int? = nil, successes: Int? = nil, failuresInRow: Int? = nil, uptimePercentage: Double? = nil,
    subscribers: Int? = nil, isVerified: Bool = false, isFeatured: Bool = false, isActive: Bool = true,
    lastSuccess: Timestamp? = nil, updateFrequency: Double? = nil, articlesPerWeek: Double? = nil,
    averageRating: Double? = nil, ratingCount: Int? = nil, missingParts: [String]? = nil,
    publicationDates: [Timestamp] = []
  ) {
    self.attempts = attempts
    self.successes = successes
    self.failuresInRow = failuresInRow ?? 0
    self.uptimePercentage = uptimePercentage
    self.subscribers = subscribers
    self.isVerified = isVerified
    self.isFeatured = isFeatured
    self.isActive = isActive
    self.lastSuccess = lastSuccess
    // A gap shorter than a second, or longer than feeds have existed, is not a rhythm.
    self.updateFrequency = updateFrequency.flatMap { (1 / 3600...1_000_000).contains($0) ? $0 : nil }
    self.articlesPerWeek = articlesPerWeek
    self.missingParts = missingParts
    self.publicationDates = publicationDates
    rating = averageRating.flatMap { mean in
      (ratingCount ?? 0) > 0 ? Rating(mean: mean, count: ratingCount ?? 0) : nil
    }
  }

  package init(_ entry: FeedEntry, publicationDates: [Timestamp] = []) {
    self.init(
      attempts: entry.totalAttempts, successes: entry.successfulAttempts, failuresInRow: entry.failureCount,
      uptimePercentage: entry.uptimePercentage, subscribers: entry.subscriberCount, isVerified: entry.isVerified,
      isFeatured: entry.isFeatured, isActive: entry.isActive, lastSuccess: entry.lastFetchSuccess,
      updateFrequency: entry.updateFrequency,
      articlesPerWeek: entry.averageArticlesPerWeek, averageRating: entry.averageRating,
      ratingCount: entry.ratingCount, missingParts: Self.parts.filter { !$0.isPresent(entry) }.map(\.name),
      publicationDates: publicationDates)
  }

  /// Part of a complete feed.
  struct Part: Sendable {
    let name: String
    let field: CatalogField

    func isPresent(_ entry: FeedEntry) -> Bool {
      switch field {
      case FeedField.title: !entry.hasPlaceholderTitle
      case FeedField.category: entry.category?.isEmpty == false
      default: entry.described.contains(field)
      }
    }
  }

  static let parts = [
    Part(name: "title", field: FeedField.title), Part(name: "description", field: FeedField.subtitle),
    Part(name: "home page", field: FeedField.siteURL), Part(name: "image", field: FeedField.imageURL),
    Part(name: "language", field: FeedField.language), Part(name: "category", field: FeedField.category),
    Part(name: "tags", field: FeedField.tags),
  ]
}
