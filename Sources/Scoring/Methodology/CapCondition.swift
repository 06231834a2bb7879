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
