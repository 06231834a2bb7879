import Diagnostics

extension ScoreBasis {
  /// Returns a textual description of the inputs of a component's formula.
  func facts(of component: ScoreComponent) -> String {
    switch component {
    case .reliability, .provenReliability: fetches(component)
    case .popularity: inputs.subscribers.map { $0.of("subscriber") } ?? "subscribers are not counted"
    case .updateConsistency: consistency
    case .verification: inputs.isVerified ? "verified" : "not verified"
    case .freshness: freshness
    case .activity:
      articlesPerWeek.map { "\(Self.oneDecimal($0)) articles a week" } ?? "no articles are known"
    case .relativePopularity: popularity
    case .rating: rating
    case .curation:
      inputs.isVerified ? (inputs.isFeatured ? "verified and featured" : "verified") : "no editor has verified it"
    case .completeness: completeness
    }
  }

  private func fetches(_ component: ScoreComponent) -> String {
    guard let attempts = inputs.attempts, attempts > 0 else { return "never fetched" }
    guard let successes = inputs.successes else { return "successful fetches are not counted" }
    let failures = inputs.failuresInRow
    let row = failures == 0 ? "" : failures == 1 ? ", the last one failed" : ", the last \(failures) failed"
    let isByUptime = component == .provenReliability
    let uptime = isByUptime ? inputs.uptimePercentage.map { ", up \(Self.oneDecimal($0)) % of 30 days" } ?? "" : ""
    return "\(successes) of \(attempts.of("fetch", "fetches")) succeeded\(row)\(uptime)"
  }

  private var consistency: String {
    guard let rhythm else {
      return
        "fewer than \(Int(thresholds.rhythmGaps)) gaps between articles of the last \(Int(thresholds.rhythmDays)) days"
    }
    return "\(rhythm.gaps) gaps between articles, of \(Self.oneDecimal(rhythm.median)) hours in the median"
  }

  private var freshness: String {
    guard let age = newestAge else { return "no article has a date" }
    let newest = "the newest article is \(Self.oneDecimal(age / 24)) days old"
    guard let gap = usualGap else { return newest + ", the usual gap is unknown" }
    return newest + ", \(Self.oneDecimal(gap / 24)) days usually lie between two articles"
  }

  private var popularity: String {
    guard let subscribers = inputs.subscribers, subscribers > 0 else { return "no subscribers are published" }
    guard let full = population.fullSubscribers else { return "no feed of the catalog has subscribers" }
    return "\(subscribers.of("subscriber")), full at \(Self.oneDecimal(full))"
  }

  private var rating: String {
    guard let rating = inputs.rating else { return "not rated" }
    guard let mean = population.meanRating else { return "no feed of the catalog is rated" }
    return "\(Self.oneDecimal(rating.mean)) of 5 by \(rating.count), adjusted toward \(Self.oneDecimal(mean))"
  }

  private var completeness: String {
    guard let missing = inputs.missingParts else { return "not checked" }
    return missing.isEmpty ? "all \(ScoreInputs.partCount) parts" : "without \(missing.joined(separator: ", "))"
  }

  /// Returns a number with one decimal, or without decimals if the number is whole.
  private static func oneDecimal(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
