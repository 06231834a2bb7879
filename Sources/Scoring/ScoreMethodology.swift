/// How a score is put together: which components count, and how much. Data, so that another is a value and not code.
package struct ScoreMethodology: Hashable, Sendable {
  /// What one component counts.
  package struct Weight: Hashable, Sendable {
    /// The component.
    package let component: ScoreComponent
    /// The points it gives at most.
    package let points: Int
  }

  /// Its name.
  package let name: String
  /// Counts up whenever a weight or formula changes, so that scores of two runs can be told apart.
  package let version: Int
  /// The weights, which sum to 100, in the order they are shown in.
  package let weights: [Weight]

  /// CelestraCloud's weights with components of 0…1 each. Source: design, decisions.
  package static let celestra = ScoreMethodology(
    name: "celestra", version: 1,
    weights: [
      Weight(component: .reliability, points: 40), Weight(component: .popularity, points: 30),
      Weight(component: .updateConsistency, points: 20), Weight(component: .verification, points: 10),
    ])
}
