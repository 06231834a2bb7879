package import CloudKitRecords

/// A feed's score, 0…100, with all that it is made of.
package struct QualityScore: Hashable, Sendable {
  /// What one component gives.
  package struct Part: Hashable, Sendable {
    /// The component.
    package let component: ScoreComponent
    /// The points it gives at most.
    package let weight: Int
    /// What its formula gives, 0…1; `nil` where the inputs are unknown.
    package let value: Double?

    /// The points it gives; half of its weight where the inputs are unknown.
    package var points: Double { Double(weight) * (value ?? 0.5) }
    /// The points it could still give.
    package var missing: Double { Double(weight) - points }
  }

  /// What could raise a score most.
  package enum Gain: Hashable, Sendable {
    /// A component, by so many points at most.
    case component(ScoreComponent, points: Double)
    /// That a cap no longer applies, by so many points.
    case cap(CapCondition, points: Double)
  }

  /// The score: the sum of all points, rounded half up once, and no more than the lowest cap that applies.
  package let total: Int
  /// The sum of all points, without caps.
  package let sum: Double
  /// The cap that lowers the score; `nil` where none does.
  package let cap: ScoreMethodology.Cap?
  /// The components in the methodology's order.
  package let parts: [Part]
  private let caps: [ScoreMethodology.Cap]
  private let basis: ScoreBasis

  /// What it is made of.
  package var inputs: ScoreInputs { basis.inputs }

  /// The score of a feed at a moment.
  /// - Parameter population: what relative formulas hold the feed against.
  package init(
    _ inputs: ScoreInputs, by methodology: ScoreMethodology = .celestra,
    among population: CataloguePopulation = CataloguePopulation(), asOf: Timestamp
  ) {
    let basis = ScoreBasis(inputs, methodology.thresholds, population, asOf: asOf)
    self.basis = basis
    parts = methodology.weights.map { weight in
      Part(component: weight.component, weight: weight.points, value: basis.value(of: weight.component))
    }
    sum = parts.reduce(0) { $0 + $1.points }
    let uncapped = Self.rounded(sum)
    let applying = methodology.caps.filter { $0.condition.holds(for: inputs) }
    // Two caps of one height may both apply; the first named is shown.
    let lowest = applying.min { $0.score < $1.score }
    cap = lowest.flatMap { $0.score < uncapped ? $0 : nil }
    caps = applying
    total = cap?.score ?? uncapped
  }

  private static func rounded(_ sum: Double) -> Int {
    // To nine decimals first: a sum of products that should be 62.5 may come out a hair below it.
    let exact = (sum * 1e9).rounded() / 1e9
    return min(100, max(0, Int((exact + 0.5).rounded(.down))))
  }

  /// The inputs of a part in words.
  package func facts(of part: Part) -> String { basis.facts(of: part.component) }

  /// What was wrong with the inputs and how it was taken.
  package var corrections: [String] {
    let future = inputs.publicationDates.count { $0 > basis.asOf }
    guard future > 0 else { return inputs.corrections }
    return inputs.corrections + ["\(future) article\(future == 1 ? " is" : "s are") dated in the future, left out"]
  }

  /// The points whose inputs are known, 0…100.
  package var confidence: Int { parts.reduce(0) { $0 + ($1.value == nil ? 0 : $1.weight) } }

  /// What could add most to the score; `nil` for a score that cannot rise.
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
