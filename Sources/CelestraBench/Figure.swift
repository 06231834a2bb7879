/// A measured figure, what it is held against, and whether it holds.
struct Figure: CustomStringConvertible {
  /// What was measured.
  let name: String
  /// The figure and its unit.
  let value: String
  /// The floor and its unit, measured in the same run; or a fixed bound.
  let floor: String
  /// The figure in units of its floor.
  let ratio: Double
  /// The ratio allowed.
  let limit: ClosedRange<Double>

  /// A figure that may be at most so many times its floor.
  static func atMost(_ limit: Double, _ name: String, _ value: String, floor: String, ratio: Double) -> Figure {
    Figure(name: name, value: value, floor: floor, ratio: ratio, limit: 0...limit)
  }

  /// A figure that must be at least so many times its floor.
  static func atLeast(_ limit: Double, _ name: String, _ value: String, floor: String, ratio: Double) -> Figure {
    Figure(name: name, value: value, floor: floor, ratio: ratio, limit: limit...Double.infinity)
  }

  /// Whether the ratio is within what is allowed.
  var isMet: Bool { limit.contains(ratio) }

  var description: String {
    let bound = limit.upperBound.isFinite ? "≤ \(limit.upperBound)" : "≥ \(limit.lowerBound)"
    let rounded = (ratio * 100).rounded() / 100
    return "\(isMet ? "met    " : "NOT MET") \(name): \(value) against \(floor): ×\(rounded) (\(bound))"
  }
}

/// Times in turn, so that a machine whose speed drifts treats both alike.
enum Stopwatch {
  /// The median seconds of two pieces of work, run A B A B ….
  static func medians(_ rounds: Int, _ a: () throws -> Void, _ b: () throws -> Void) rethrows -> (a: Double, b: Double)
  {
    var times: (a: [Double], b: [Double]) = ([], [])
    for _ in 0..<rounds {
      times.a.append(try seconds(a))
      times.b.append(try seconds(b))
    }
    return (median(times.a), median(times.b))
  }

  /// The seconds of one piece of work.
  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  /// The middle of some figures; 0 for none.
  static func median(_ figures: [Double]) -> Double {
    figures.isEmpty ? 0 : figures.sorted()[figures.count / 2]
  }
}
