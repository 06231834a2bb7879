import Catalog

/// Component of a score: a formula of 0…1 and what it needs.
///
/// `.github/docs/scores.md` describes each formula with inputs, source, and worked examples that a test computes.
package struct ScoreComponent: Sendable {
  /// Name in methodologies and reports.
  package let name: String
  package let title: String
  /// Command that measures what the formula needs, or sets it.
  package let job: String
  /// Fields that the formula is given. The value of any other field is unknown to it, so a need that is not listed
  /// shows in the first example.
  let needs: Set<CatalogField>
  /// Whether the formula is given the figures of the whole catalog.
  let isRelative: Bool
  /// Value, 0…1; `nil` if an input is unknown.
  let value: @Sendable (ScoreBasis) -> Double?
  let facts: @Sendable (ScoreBasis) -> String

  init(
    _ name: String, title: String? = nil, job: String, needs: Set<CatalogField>, isRelative: Bool = false,
    value: @escaping @Sendable (ScoreBasis) -> Double?, facts: @escaping @Sendable (ScoreBasis) -> String
  ) {
    self.name = name
    self.title = title ?? name
    self.job = job
    self.needs = needs
    self.isRelative = isRelative
    self.value = value
    self.facts = facts
  }
}

extension ScoreComponent: Hashable {
  package static func == (lhs: ScoreComponent, rhs: ScoreComponent) -> Bool { lhs.name == rhs.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
