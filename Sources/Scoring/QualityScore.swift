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

  /// The sum of all points, rounded half up once.
  package let total: Int
  /// The components in the methodology's order.
  package let parts: [Part]
  /// What it is made of.
  package let inputs: ScoreInputs
  /// How evenly the feed publishes; `nil` where that is unknown.
  package let rhythm: PublishingRhythm?

  /// The score of a feed at a moment.
  package init(_ inputs: ScoreInputs, by methodology: ScoreMethodology = .celestra, asOf: Timestamp) {
    let rhythm = PublishingRhythm(inputs.publicationDates, asOf: asOf)
    parts = methodology.weights.map { weight in
      Part(component: weight.component, weight: weight.points, value: weight.component.value(of: inputs, rhythm))
    }
    let sum = parts.reduce(0) { $0 + $1.points }
    // To nine decimals first: a sum of products that should be 62.5 may come out a hair below it.
    let exact = (sum * 1e9).rounded() / 1e9
    total = min(100, max(0, Int((exact + 0.5).rounded(.down))))
    self.inputs = inputs
    self.rhythm = rhythm
  }

  /// The inputs of a part in words.
  package func facts(of part: Part) -> String { part.component.facts(of: inputs, rhythm) }

  /// The points whose inputs are known, 0…100.
  package var confidence: Int { parts.reduce(0) { $0 + ($1.value == nil ? 0 : $1.weight) } }

  /// The part that could add most to the score; `nil` for a score that cannot rise.
  package var greatestGain: Part? {
    let best = parts.max { $0.missing < $1.missing }
    return best.flatMap { $0.missing >= 0.05 ? $0 : nil }
  }
}
