package import CloudKitRecords
import Diagnostics

/// A feed's score, 0…100, with the values behind it.
package struct QualityScore: Hashable, Sendable {
  /// Contribution of one component.
  package struct Part: Hashable, Sendable {
    /// The component.
    package let component: ScoreComponent
    /// Maximum points.
    package let weight: Int
    /// Value of the formula, 0…1; `nil` if the inputs are unknown.
    package let value: Double?

    /// Points earned; half of the weight if the inputs are unknown.
    package var points: Double { Double(weight) * (value ?? 0.5) }
    /// Points not earned.
    var missing: Double { Double(weight) - points }
  }

  /// The change that could raise a score most.
  package enum Gain: Hashable, Sendable {
    /// Improving a component, with the maximum gain in points.
    case component(ScoreComponent, points: Double)
    /// Lifting a cap, with the gain in points.
    case cap(CapCondition, points: Double)
  }

  /// The score: the sum of all points, rounded half up once and limited by the lowest applicable cap.
  package let total: Int
  /// Sum of all points, without caps.
  package let sum: Double
  /// The cap that lowers the score; `nil` if none does.
  package let cap: ScoreMethodology.Cap?
  /// The components in the methodology's order.
  package let parts: [Part]
  private let caps: [ScoreMethodology.Cap]
  private let basis: ScoreBasis

  var inputs: ScoreInputs { basis.inputs }

  /// Calculates a feed's score.
  /// - Parameter population: catalog figures for relative formulas.
  package init(
    _ inputs: ScoreInputs, by methodology: ScoreMethodology = .celestra,
    among population: CatalogPopulation = CatalogPopulation(), asOf: Timestamp
  ) {
    let basis = ScoreBasis(inputs, methodology.thresholds, population, asOf: asOf)
    self.basis = basis
    parts = methodology.weights.map { weight in
      Part(component: weight.component, weight: weight.points, value: basis.value(of: weight.component))
    }
    sum = parts.reduce(0) { $0 + $1.points }
    let uncapped = Self.rounded(sum)
    let applying = methodology.caps.filter { $0.condition.holds(for: inputs) }
    // If two applicable caps are equal, the first one is shown.
    let lowest = applying.min { $0.score < $1.score }
    cap = lowest.flatMap { $0.score < uncapped ? $0 : nil }
    caps = applying
    total = cap?.score ?? uncapped
  }

  private static func rounded(_ sum: Double) -> Int {
    // Round to nine decimals first: floating-point error may put a sum of 62.5 slightly below 62.5.
    let exact = (sum * 1e9).rounded() / 1e9
    return min(100, max(0, Int((exact + 0.5).rounded(.down))))
  }

  /// Returns a textual description of a part's inputs.
  package func facts(of part: Part) -> String { basis.facts(of: part.component) }

  /// Descriptions of invalid inputs and the values used instead.
  package var corrections: [String] {
    let future = inputs.publicationDates.count { $0 > basis.asOf }
    guard future > 0 else { return inputs.corrections }
    return inputs.corrections + [
      "\(future.of("article")) \(future == 1 ? "has a future date and is" : "have future dates and are") ignored"
    ]
  }

  /// Points whose inputs are known, 0…100.
  package var confidence: Int { parts.reduce(0) { $0 + ($1.value == nil ? 0 : $1.weight) } }

  /// The change that could raise the score most; `nil` if the score cannot rise.
  package var greatestGain: Gain? {
    if let cap {
      let others = caps.filter { $0.condition != cap.condition }.map(\.score).min() ?? 100
      let lifted = min(Double(others), sum)
      if lifted > Double(cap.score) { return .cap(cap.condition, points: lifted - Double(cap.score)) }
      return nil
    }
    guard let best = parts.max(by: { $0.missing < $1.missing }), best.missing >= 0.05 else { return nil }
    return .component(best.component, points: best.missing)
  }
}
