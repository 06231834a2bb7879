import Catalog

/// Definition of a score: the components, their weights, and the parameters of their formulas. A methodology is data,
/// so a new one needs no code.
package struct ScoreMethodology: Hashable, Sendable {
  /// Weight of one component.
  package struct Weight: Hashable, Sendable {
    /// The component.
    package let component: ScoreComponent
    /// Maximum points.
    package let points: Int
  }

  /// Maximum score of a feed in some state.
  package struct Cap: Hashable, Sendable {
    /// The state.
    package let condition: CapCondition
    /// Maximum score, 0…100.
    package let score: Int
  }

  /// Name of the methodology.
  package let name: String
  /// Version number. It increases whenever a weight or formula changes, so that scores of two runs can be
  /// distinguished.
  package let version: Int
  /// Weights in display order; their sum is 100.
  package let weights: [Weight]
  /// Caps for feeds in poor condition; the lowest applicable cap wins.
  var caps: [Cap] = []
  /// Parameters of the formulas.
  var thresholds = ScoreThresholds()

  /// CelestraCloud's weights, with component values of 0…1. Source: design, decisions.
  package static let celestra = ScoreMethodology(
    name: "celestra", version: 1,
    weights: [
      Weight(component: .reliability, points: 40), Weight(component: .popularity, points: 30),
      Weight(component: .updateConsistency, points: 20), Weight(component: .verification, points: 10),
    ])

  /// Seven aspects of a feed, each compared with typical values. Source: reference/feeds.md, 5.2.
  package static let balanced = ScoreMethodology(
    name: "balanced", version: 1,
    weights: [
      Weight(component: .provenReliability, points: 30), Weight(component: .freshness, points: 15),
      Weight(component: .activity, points: 10), Weight(component: .relativePopularity, points: 15),
      Weight(component: .rating, points: 10), Weight(component: .curation, points: 10),
      Weight(component: .completeness, points: 10),
    ],
    caps: [
      Cap(condition: .inactive, score: 20), Cap(condition: .neverSucceeded, score: 20),
      Cap(condition: .failuresInRow(5), score: 40), Cap(condition: .failuresInRow(3), score: 60),
    ],
    thresholds: ScoreThresholds(historyDays: 730))

  /// Methodologies included in the program, the default first.
  package static let builtIn = [celestra, balanced]

  /// The first 16 hexadecimal digits of the SHA-256 of everything that affects a score. Equal hashes give equal scores
  /// for equal inputs. The name is not included.
  package var hash: String { String(ContentDigest.sha256(canonicalText).prefix(16)) }

  private var canonicalText: String {
    var lines = ["celestra-admin score methodology 1", "version \(version)"]
    lines += weights.map { "weight \($0.component.rawValue) \($0.points)" }.sorted()
    lines += caps.map { "cap \($0.condition) \($0.score)" }.sorted()
    lines += ScoreThresholds.keys.map { "threshold \($0.name) \($0.value(thresholds).map { "\($0)" } ?? "-")" }
    return lines.joined(separator: "\n")
  }

  /// Returns whether a component with points has a need, such as `\.needsArticles`.
  func needs(_ need: KeyPath<ScoreComponent, Bool>) -> Bool {
    weights.contains { $0.points > 0 && $0.component[keyPath: need] }
  }
}

/// State of a feed that limits its score regardless of other strengths.
package enum CapCondition: Hashable, Sendable, CustomStringConvertible {
  /// The feed is no longer fetched.
  case inactive
  /// The feed was fetched, but never successfully.
  case neverSucceeded
  /// At least this many fetches failed in a row.
  case failuresInRow(Int)

  func holds(for inputs: ScoreInputs) -> Bool {
    switch self {
    case .inactive: !inputs.isActive
    case .neverSucceeded: inputs.attempts.map { $0 > 0 } == true && inputs.successes == 0
    case .failuresInRow(let count): inputs.failuresInRow >= count
    }
  }

  package var description: String {
    switch self {
    case .inactive: "inactive"
    case .neverSucceeded: "never succeeded"
    case .failuresInRow(let count): "\(count) or more failures in a row"
    }
  }
}
