import Diagnostics

extension HTMLPage {
  /// A row of bars, one per day, drawn as a path per meaning, so that thousands of rows fit on a page.
  package struct DayBars: Sendable {
    private let days: [Meaning?]
    private let label: String

    /// - Parameters:
    ///   - days: The meaning of each day, oldest first; `nil` for a day without a bar. Bad days have the highest bars.
    ///   - label: The bars in words.
    package init(_ days: [Meaning?], _ label: String) {
      self.days = days
      self.label = label
    }

    /// The middle of a bar from the top, which its height in the style sheet belongs to.
    private static func middle(_ meaning: Meaning) -> String {
      switch meaning {
      case .bad: "5"
      case .warning, .doubtful: "6.5"
      case .good, .plain: "8"
      case .faint: "9"
      }
    }

    /// The paths: each run of days is a line, which the style sheet cuts into days.
    private var paths: [[String: Any]] {
      var paths: [Meaning: String] = [:]
      var index = 0
      while index < days.count {
        let meaning = days[index]
        let end = days[index...].firstIndex { $0 != meaning } ?? days.count
        if let meaning { paths[meaning, default: ""] += "M\(index) \(Self.middle(meaning))h\(end - index)" }
        index = end
      }
      return paths.sorted { $0.key.rawValue < $1.key.rawValue }.map { ["class": $0.key.rawValue, "path": $0.value] }
    }

    var context: [String: Any] { ["count": days.count, "label": label, "paths": paths] }
  }
  /// The bars of one subject, in the width of the page.
  package struct DayChart: Sendable {
    private let title, first, last, text: String
    private let bars: DayBars

    /// - Parameter text: The bars in words.
    package init(_ title: String, _ days: [Meaning?], first: String, last: String, _ text: String) {
      self.title = title
      self.first = first
      self.last = last
      self.text = text
      bars = DayBars(days, text)
    }

    var context: [String: Any] { ["title": title, "first": first, "last": last, "text": text, "bars": bars.context] }
  }
}
