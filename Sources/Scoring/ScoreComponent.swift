import CloudKitRecords
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

  /// What the formula gives, and the facts it was given in words.
  func assessment(of inputs: ScoreInputs, asOf: Timestamp) -> (value: Double?, facts: String) {
    switch self {
    case .reliability: Self.reliability(inputs)
    case .popularity: Self.popularity(inputs)
    case .updateConsistency: Self.updateConsistency(inputs, asOf: asOf)
    case .verification: inputs.isVerified ? (1, "verified") : (0, "not verified")
    }
  }

  private static func reliability(_ inputs: ScoreInputs) -> (Double?, String) {
    guard let attempts = inputs.attempts, attempts > 0 else { return (nil, "never fetched") }
    guard let successes = inputs.successes else { return (nil, "successful fetches are not counted") }
    let failures = inputs.failuresInRow
    let rate = (Double(successes) + 1) / (Double(attempts) + 2)
    let row = failures == 0 ? "" : failures == 1 ? ", the last one failed" : ", the last \(failures) failed"
    return (
      rate * pow(0.85, Double(failures)), "\(successes) of \(count(attempts, "fetch", "fetches")) succeeded\(row)"
    )
  }

  private static func popularity(_ inputs: ScoreInputs) -> (Double?, String) {
    guard let subscribers = inputs.subscribers else { return (nil, "subscribers are not counted") }
    return (min(1, 0.3 * log10(Double(max(1, subscribers)))), count(subscribers, "subscriber", "subscribers"))
  }

  private static func updateConsistency(_ inputs: ScoreInputs, asOf: Timestamp) -> (Double?, String) {
    guard let rhythm = PublishingRhythm(inputs.publicationDates, asOf: asOf) else {
      let needed = PublishingRhythm.gapsNeeded
      return (nil, "fewer than \(needed) gaps between articles of the last \(PublishingRhythm.days) days")
    }
    let hours = (rhythm.median * 10).rounded() / 10
    return (rhythm.consistency, "\(rhythm.gaps) gaps between articles, of \(hours) hours in the median")
  }

  private static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}
