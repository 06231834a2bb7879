import Diagnostics

extension HTMLPage {
  /// A chart of horizontal bars: a table of labels, bars, and numbers, so that it fits every width.
  package struct Chart: Sendable {
    package struct Bar: Sendable {
      let label: String
      let value: Int
      let meaning: Meaning

      /// Negative values count as zero.
      package init(_ label: String, _ value: Int, _ meaning: Meaning = .plain) {
        self.label = label
        self.value = max(0, value)
        self.meaning = meaning
      }
    }

    let title: String
    private let bars: [Bar]

    /// Returns a chart of bars, scaled to the greatest value.
    package static func bars(_ title: String, _ bars: [Bar]) -> Chart { Chart(title: title, bars: bars) }

    func context(id: String) -> [String: Any] {
      let whole = bars.map(\.value).max() ?? 0
      let rows = bars.map { bar in
        [
          "label": bar.label, "length": Self.percent(bar.value, of: whole), "class": bar.meaning.rawValue,
          "value": "\(bar.value)",
        ] as [String: Any]
      }
      return ["id": id, "title": title, "rows": rows]
    }

    /// Returns a percentage with one decimal place; at least the smallest for a value that is not zero.
    private static func percent(_ value: Int, of whole: Int) -> Double {
      value == 0 ? 0 : max(1, (Double(value) / Double(max(1, whole)) * 1000).rounded()) / 10
    }
  }
}
