import FeedHealth

/// The robots.txt answers of all origins, from this run and earlier ones.
actor RobotsCache {
  enum Answer: Hashable, Sendable {
    case rules(RobotsFile)
    /// The robots.txt is unavailable, which forbids everything (RFC 9309 §2.3.1.4).
    case unreachable(String)
    case failed(FetchFailure)
  }

  private let productToken: String
  private var answers: [String: Answer] = [:]
  /// The rules of earlier runs that were not needed yet.
  private var earlier: [String: String] = [:]
  /// The rules that `takeNew` has not returned yet.
  private var new: [String: String] = [:]

  init(productToken: String) { self.productToken = productToken }

  /// Uses the rules of earlier runs, by origin.
  func use(_ rules: [String: String]) { earlier = rules }

  /// Returns `nil` if the origin was not requested yet.
  func answer(for origin: String) -> Answer? {
    if let rules = earlier.removeValue(forKey: origin) {
      answers[origin] = .rules(RobotsFile(Array(rules.utf8), for: productToken))
    }
    return answers[origin]
  }

  func add(_ answer: Answer, for origin: String) {
    answers[origin] = answer
    if case .rules(let file) = answer { new[origin] = file.text }
  }

  /// Returns the rules since the last call, by origin.
  func takeNew() -> [String: String] {
    defer { new = [:] }
    return new
  }
}
