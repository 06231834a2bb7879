/// A state of a feed that no other merit makes up for.
package enum CapCondition: Hashable, Sendable, CustomStringConvertible {
  /// It is no longer fetched.
  case inactive
  /// It was fetched, and never with success.
  case neverSucceeded
  /// Its last fetches failed, at least so many.
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
