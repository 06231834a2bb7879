import FeedProbes

/// The robots.txt answers of all origins in this run.
actor RobotsCache {
  /// The answer for an origin.
  enum Answer: Hashable, Sendable {
    /// The origin's rules.
    case rules(RobotsFile)
    /// The robots.txt is unavailable, which forbids everything (RFC 9309 §2.3.1.4).
    case unreachable(String)
    /// The request to the origin failed.
    case failed(FetchFailure)
  }

  private var answers: [String: Answer] = [:]

  /// Returns the answer for an origin; `nil` if it was not requested yet.
  func answer(for origin: String) -> Answer? { answers[origin] }

  /// Stores the answer for an origin.
  func remember(_ answer: Answer, for origin: String) { answers[origin] = answer }
}
