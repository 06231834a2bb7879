package import Catalog
package import CloudKitRecords

/// What a score is made of. What is not known is `nil`.
package struct ScoreInputs: Hashable, Sendable {
  /// Fetches tried.
  package private(set) var attempts: Int?
  /// Fetches that succeeded.
  package private(set) var successes: Int?
  /// Fetches that failed since the last one that succeeded.
  package private(set) var failuresInRow: Int
  /// The number of subscribers.
  package private(set) var subscribers: Int?
  /// Whether the feed's source is trusted.
  package let isVerified: Bool
  /// When articles were published, in no order.
  package let publicationDates: [Timestamp]
  /// What could not be and was taken for the nearest that can.
  package private(set) var corrections: [String] = []

  /// Inputs as they are found; what cannot be is corrected and noted.
  package init(
    attempts: Int? = nil, successes: Int? = nil, failuresInRow: Int? = nil, subscribers: Int? = nil,
    isVerified: Bool = false, publicationDates: [Timestamp] = []
  ) {
    self.attempts = attempts
    self.successes = successes
    self.failuresInRow = failuresInRow ?? 0
    self.subscribers = subscribers
    self.isVerified = isVerified
    self.publicationDates = publicationDates
    correct()
  }

  /// The inputs a feed of the catalogue gives.
  package init(_ entry: FeedEntry, publicationDates: [Timestamp] = []) {
    self.init(
      attempts: entry.totalAttempts, successes: entry.successfulAttempts, failuresInRow: entry.failureCount,
      subscribers: entry.subscriberCount, isVerified: entry.isVerified, publicationDates: publicationDates)
  }

  private mutating func correct() {
    attempts = attempts.map { atLeastZero($0, "totalAttempts") }
    successes = successes.map { atLeastZero($0, "successfulAttempts") }
    failuresInRow = atLeastZero(failuresInRow, "failureCount")
    subscribers = subscribers.map { atLeastZero($0, "subscriberCount") }
    if let attempts, let successes, successes > attempts {
      corrections.append("successfulAttempts is \(successes) of \(attempts) attempts, taken for \(attempts)")
      self.successes = attempts
    }
  }

  private mutating func atLeastZero(_ value: Int, _ field: String) -> Int {
    if value < 0 { corrections.append("\(field) is \(value), taken for 0") }
    return max(0, value)
  }
}
