package import CloudKitRecords
import Diagnostics

/// A feed's score, 0…100, with the values behind it.
package struct QualityScore: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package let component: ScoreComponent
    /// Maximum points.
    package let weight: Int
    /// Value of the formula, 0…1; `nil` if the inputs are unknown.
    package let value: Double?

    /// Points earned; half of the weight if the inputs are unknown.
    package var points: Double { Double(weight) * (value ?? 0.5) }
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
  package let parts: [Part]
  private let caps: [ScoreMethodology.Cap]
  private let basis: ScoreBasis
  /// Number of articles that are ignored because their date is in the future.
  private let futureArticles: Int

  /// - Parameter population: catalog figures for relative formulas.
  package init(
    _ inputs: ScoreInputs, by methodology: ScoreMethodology = .celestra,
    among population: CatalogPopulation = CatalogPopulation(), asOf: Timestamp
  ) {
    let basis = ScoreBasis(inputs, methodology.thresholds, population, asOf: asOf)
    self.basis = basis
    futureArticles = inputs.publicationDates.count { $0 > asOf }
    parts = methodology.weights.map { weight in
      let component = weight.component
      return Part(component: component, weight: weight.points, value: component.value(basis.given(to: component)))
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
  package func facts(of part: Part) -> String { part.component.facts(basis.given(to: part.component)) }

  /// Descriptions of ignored inputs.
  package var corrections: [String] {
    if futureArticles == 0 { return [] }
    let isOne = futureArticles == 1
    return [
      "\(futureArticles.of("article")) \(isOne ? "has a future date and is" : "have future dates and are") ignored"
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
