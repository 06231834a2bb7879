/// A length of time as people write it: a number with its unit, such as `80ms`, `30s`, `15m`, `2h`, and `7d`.
package struct TimeSpan: Hashable, Sendable, CustomStringConvertible {
  package let duration: Duration

  package init(_ duration: Duration) { self.duration = duration }

  /// Returns `nil` for any other text, and for more than 366 days.
  package init?(_ text: String) {
    let units: [(name: String, seconds: Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400)]
    guard let unit = units.first(where: { text.hasSuffix($0.name) }),
      let number = Double(text.dropLast(unit.name.count)), (0...366 * 86_400).contains(number * unit.seconds)
    else { return nil }
    duration = .milliseconds((number * unit.seconds * 1000).rounded())
  }

  package var description: String { "\(duration / .seconds(1))s" }
}

/// A percentage from 0 to 100, written as `5%` or `5`.
package struct Percentage: Hashable, Sendable, CustomStringConvertible {
  /// From 0 to 1.
  package let share: Double

  package init(share: Double) { self.share = share }

  package init?(_ text: String) {
    guard let percent = Double(text.hasSuffix("%") ? text.dropLast() : text[...]), (0...100).contains(percent) else {
      return nil
    }
    share = percent / 100
  }

  package var description: String { "\((share * 1000).rounded() / 10)%".replacing(".0%", with: "%") }
}
