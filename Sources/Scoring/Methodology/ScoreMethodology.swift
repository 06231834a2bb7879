import Catalog

/// How a score is put together: which components count and how much, and what their formulas are set to. Data, so that
/// another is a value and not code.
package struct ScoreMethodology: Hashable, Sendable {
  /// What one component counts.
  package struct Weight: Hashable, Sendable {
    /// The component.
    package let component: ScoreComponent
    /// The points it gives at most.
    package let points: Int
  }

  /// A score a feed in some state cannot exceed.
  package struct Cap: Hashable, Sendable {
    /// The state.
    package let condition: CapCondition
    /// The highest score, 0…100.
    package let score: Int
  }

  /// Its name.
  package let name: String
  /// Counts up whenever a weight or formula changes, so that scores of two runs can be told apart.
  package let version: Int
  /// The weights, which sum to 100, in the order they are shown in.
  package let weights: [Weight]
  /// The highest scores of feeds in bad states; the lowest that applies counts.
  package let caps: [Cap]
  /// What the formulas are set to.
  package let thresholds: ScoreThresholds

  /// A methodology of parts that fit together.
  init(
    name: String, version: Int, weights: [Weight], caps: [Cap] = [], thresholds: ScoreThresholds = ScoreThresholds()
  ) {
    self.name = name
    self.version = version
    self.weights = weights
    self.caps = caps
    self.thresholds = thresholds
  }

  /// CelestraCloud's weights with components of 0…1 each. Source: design, decisions.
  package static let celestra = ScoreMethodology(
    name: "celestra", version: 1,
    weights: [
      Weight(component: .reliability, points: 40), Weight(component: .popularity, points: 30),
      Weight(component: .updateConsistency, points: 20), Weight(component: .verification, points: 10),
    ])

  /// Seven sides of a feed, each by what is usual for it. Source: reference/feeds.md, 5.2.
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

  /// Those that come with the program, the default first.
  package static let builtIn = [celestra, balanced]

  /// The first 16 hexadecimal digits of the SHA-256 of all that a score follows from: equal hashes, equal scores for equal
  /// inputs. The name does not count.
  package var hash: String { String(ContentDigest.sha256(canonicalText).prefix(16)) }

  private var canonicalText: String {
    var lines = ["celestra-admin score methodology 1", "version \(version)"]
    lines += weights.map { "weight \($0.component.rawValue) \($0.points)" }.sorted()
    lines += caps.map { "cap \($0.condition) \($0.score)" }.sorted()
    lines += ScoreThresholds.keys.map { "threshold \($0.name) \($0.value(of: thresholds).map { "\($0)" } ?? "-")" }
    return lines.joined(separator: "\n")
  }

  /// Whether a component needs what is known of the whole catalogue.
  var needsPopulation: Bool { weights.contains { $0.component.needsPopulation && $0.points > 0 } }
  /// Whether a component needs what few jobs read of a feed.
  var needsDetails: Bool { weights.contains { $0.component.needsDetails && $0.points > 0 } }
  /// Whether a component needs more of a feed than its counters.
  var needsMeasures: Bool { weights.contains { $0.component.needsMeasures && $0.points > 0 } }
  /// Whether a component looks at articles.
  var needsArticles: Bool { weights.contains { $0.component.needsArticles && $0.points > 0 } }
}
