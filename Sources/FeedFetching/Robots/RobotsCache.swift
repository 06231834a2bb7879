import FeedProbes

/// What the robots.txt of every origin said in this run.
actor RobotsCache {
  /// What is known of an origin.
  enum Answer: Hashable, Sendable {
    /// It has rules.
    case rules(RobotsFile)
    /// It cannot be had, which forbids everything (RFC 9309 §2.3.1.4).
    case unreachable(String)
    /// The origin cannot be reached at all.
    case failed(FetchFailure)
  }

  private var answers: [String: Answer] = [:]

  /// What is known of an origin; `nil` where it was not asked yet.
  func answer(for origin: String) -> Answer? { answers[origin] }

  /// Remembers what an origin answered.
  func remember(_ answer: Answer, for origin: String) { answers[origin] = answer }
}
