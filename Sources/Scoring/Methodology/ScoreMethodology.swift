import Catalog

/// Definition of a score: the components, their weights, and the parameters of their formulas. A methodology is data,
/// so a new one needs no code.
package struct ScoreMethodology: Hashable, Sendable {
  package struct Weight: Hashable, Sendable {
    package let component: ScoreComponent
    /// Maximum points.
    package let points: Int
  }

  /// Maximum score of a feed in some state.
  package struct Cap: Hashable, Sendable {
    package let condition: CapCondition
    /// Maximum score, 0…100.
    package let score: Int
  }

  package let name: String
  /// Increases whenever a weight or formula changes, so that scores of two runs can be distinguished.
  package let version: Int
  /// Weights in display order; their sum is 100.
  package let weights: [Weight]
  /// Caps for feeds in poor condition; the lowest applicable cap wins.
  var caps: [Cap] = []
  var thresholds = ScoreThresholds()

  /// The default: the four parts of `celestra1` with what a curator can change, so that a score orders a catalog.
  /// `.github/docs/scores.md` argues the weights.
  package static let celestra = ScoreMethodology(
    name: "celestra", version: 2,
    weights: [
      Weight(component: .reliability, points: 30), Weight(component: .popularity, points: 20),
      Weight(component: .regularity, points: 15), Weight(component: .freshness, points: 15),
      Weight(component: .completeness, points: 10), Weight(component: .verification, points: 10),
    ],
    caps: [
      Cap(condition: .inactive, score: 20), Cap(condition: .neverSucceeded, score: 20),
      Cap(condition: .failuresInRow(5), score: 40), Cap(condition: .failuresInRow(3), score: 60),
    ],
    thresholds: ScoreThresholds(historyDays: 730))

  /// CelestraCloud's weights, with component values of 0…1. Source: design, decisions.
  package static let celestra1 = ScoreMethodology(
    name: "celestra", version: 1,
    weights: [
      Weight(component: .reliability, points: 40), Weight(component: .popularity, points: 30),
      Weight(component: .updateConsistency, points: 20), Weight(component: .verification, points: 10),
    ])

  /// Methodologies included in the program, the default first.
  package static let builtIn = [celestra, celestra1]

  /// Returns the included methodology with a name, such as `celestra`, or with a version, such as `celestra-1`.
  package static func named(_ text: String) -> ScoreMethodology? {
    builtIn.first { [$0.name, "\($0.name)-\($0.version)"].contains(text) }
  }

  /// The first 16 hexadecimal digits of the SHA-256 of everything that affects a score. Equal hashes give equal scores
  /// for equal inputs. The name is not included.
  package var hash: String { String(ContentDigest.sha256(canonicalText).prefix(16)) }

  private var canonicalText: String {
    var lines = ["celestra-admin score methodology 1", "version \(version)"]
    lines += weights.map { "weight \($0.component.name) \($0.points)" }.sorted()
    lines += caps.map { "cap \($0.condition) \($0.score)" }.sorted()
    lines += ScoreThresholds.keys.map { "threshold \($0.name) \($0.value(thresholds).map { "\($0)" } ?? "-")" }
    return lines.joined(separator: "\n")
  }

  /// Fields of a feed, its measurements and its articles that a score depends on.
  var needs: Set<CatalogField> {
    weights.reduce(into: FeedEntry.counters.union(FeedEntry.identity)) { $0.formUnion($1.component.needs) }
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
