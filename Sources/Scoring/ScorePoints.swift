/// What a score consists of, in a compact notation for a history, so that a later score can be compared with it.
package struct ScorePoints: Hashable, Sendable {
  /// What contributed to a change of a score: a component, or the caps.
  package struct Change: Hashable, Sendable {
    package let name: String
    /// Tenths of points.
    package let tenths: Int

    fileprivate var text: String {
      let title = ScoreComponent.all.first { $0.name == name }?.title ?? name
      let fraction = abs(tenths) % 10 == 0 ? "" : ".\(abs(tenths) % 10)"
      return "\(title) \(tenths < 0 ? "-" : "+")\(abs(tenths) / 10)\(fraction)"
    }
  }

  /// The name of the change that caps make.
  private static let cap = "cap"

  package let total: Int
  package let confidence: Int
  /// Tenths of points, in the order of the methodology's components.
  private let tenths: [Int]
  private let components: [String]

  package init(_ score: QualityScore) {
    total = score.total
    confidence = score.confidence
    components = score.parts.map(\.component.name)
    tenths = score.parts.map { Int(($0.points * 10).rounded()) }
  }

  /// Reads points as a history has them; `nil` if the texts are not those of this type.
  package init?(total: Int, detail: String, basis: String) {
    let parts = detail.split(separator: " ")
    let basis = basis.split(separator: " ", maxSplits: 3)
    guard parts.count == 2, basis.count == 4, let confidence = Int(parts[0]) else { return nil }
    self.total = total
    self.confidence = confidence
    components = basis[2].split(separator: ",").map(String.init)
    tenths = parts[1].split(separator: ",").compactMap { Int($0) }
    guard tenths.count == components.count else { return nil }
  }

  /// The confidence and the points as text, such as `70 291,191,75,75,29,100`; the methodology's `basis` names the
  /// parts.
  package var detail: String { "\(confidence) \(tenths.map(String.init).joined(separator: ","))" }

  /// Tenths of points that a cap takes.
  private var capped: Int {
    let sum = tenths.reduce(0, +)
    // The sum of tenths can be half a point off for ten components, and a score is rounded.
    return total * 10 + 10 < sum ? total * 10 - sum : 0
  }

  /// Returns what changed the score, the greatest changes first, without changes of less than half a point unless there
  /// are only such.
  package func changes(from old: ScorePoints) -> [Change] {
    var changes = Dictionary(zip(components, tenths), uniquingKeysWith: { $1 })
    for (name, points) in zip(old.components, old.tenths) { changes[name, default: 0] -= points }
    changes[Self.cap] = capped - old.capped
    let all = changes.filter { $0.value != 0 }.map { Change(name: $0.key, tenths: $0.value) }
      .sorted { (abs($1.tenths), $0.name) < (abs($0.tenths), $1.name) }
    let felt = all.filter { abs($0.tenths) >= 5 }
    return felt.isEmpty ? Array(all.prefix(1)) : felt
  }

  /// Returns what changed the score in words, such as `reliability -8, freshness +3.5`.
  package func reason(from old: ScorePoints) -> String { changes(from: old).map(\.text).joined(separator: ", ") }
}

extension ScoreMethodology {
  /// What a history stores of the methodology once: hash, version, components, and name.
  package var basis: String {
    "\(hash) \(version) \(weights.map(\.component.name).joined(separator: ",")) \(name)"
  }
}
