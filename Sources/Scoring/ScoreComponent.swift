import Foundation

/// One thing a score looks at. Its formula gives a value 0…1.
package enum ScoreComponent: String, CaseIterable, Sendable {
  /// (successes + 1)/(attempts + 2) · 0.85^failures in a row; unknown before the first fetch.
  ///
  /// The +1 and +2 (Laplace's rule of succession) keep few fetches from looking perfect. 95 of 100, two failures in a row:
  /// 96/102 · 0.7225 = 0.68. Source: design, decisions, after the README of CelestraCloud, which has successes/attempts.
  case reliability
  /// min(1, 0.3 · log10(max(1, subscribers))); unknown where they are not counted.
  ///
  /// 1,500 subscribers: 0.3 · 3.176 = 0.953; full at 2,155. Source: the README of CelestraCloud has ten times that with a
  /// weight of 30, which any feed of 13 subscribers fills; the stated weights hold only for values of 0…1.
  case popularity
  /// max(0, 1 − MAD/median) of the gaps between articles, of `PublishingRhythm`; unknown for fewer than five gaps.
  ///
  /// Gaps of 20, 24, 24, 28 and 48 hours: the median is 24, the median distance from it 4, so 1 − 4/24 = 0.833. Source:
  /// design, decisions; the README of CelestraCloud names the component and defines no formula.
  case updateConsistency
  /// 1 for a verified feed, 0 for any other. Source: the README of CelestraCloud.
  case verification

  /// The name to show.
  package var title: String { self == .updateConsistency ? "update consistency" : rawValue }

  /// What the formula gives; `nil` where its inputs are unknown.
  func value(of inputs: ScoreInputs, _ rhythm: PublishingRhythm?) -> Double? {
    switch self {
    case .reliability:
      guard let attempts = inputs.attempts, attempts > 0, let successes = inputs.successes else { return nil }
      let rate = (Double(successes) + 1) / (Double(attempts) + 2)
      return rate * pow(0.85, Double(inputs.failuresInRow))
    case .popularity: return inputs.subscribers.map { min(1, 0.3 * log10(Double(max(1, $0)))) }
    case .updateConsistency: return rhythm?.consistency
    case .verification: return inputs.isVerified ? 1 : 0
    }
  }

  /// The inputs of the formula in words.
  func facts(of inputs: ScoreInputs, _ rhythm: PublishingRhythm?) -> String {
    switch self {
    case .reliability:
      guard let attempts = inputs.attempts, attempts > 0 else { return "never fetched" }
      guard let successes = inputs.successes else { return "successful fetches are not counted" }
      let failures = inputs.failuresInRow
      let row = failures == 0 ? "" : failures == 1 ? ", the last one failed" : ", the last \(failures) failed"
      return "\(successes) of \(attempts) \(attempts == 1 ? "fetch" : "fetches") succeeded\(row)"
    case .popularity:
      guard let subscribers = inputs.subscribers else { return "subscribers are not counted" }
      return "\(subscribers) \(subscribers == 1 ? "subscriber" : "subscribers")"
    case .updateConsistency:
      guard let rhythm else {
        return
          "fewer than \(PublishingRhythm.gapsNeeded) gaps between articles of the last \(PublishingRhythm.days) days"
      }
      return "\(rhythm.gaps) gaps between articles, of \((rhythm.median * 10).rounded() / 10) hours in the median"
    case .verification: return inputs.isVerified ? "verified" : "not verified"
    }
  }
}
