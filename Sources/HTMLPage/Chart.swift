import Diagnostics

extension HTMLPage {
  /// A chart of horizontal bars: a table of labels, bars, and numbers, so that it fits every width.
  package struct Chart: Sendable {
    package struct Bar: Sendable {
      let label: String
      let value: Int
      let meaning: Meaning

      /// Creates a bar. Negative values count as zero.
      package init(_ label: String, _ value: Int, _ meaning: Meaning = .plain) {
        self.label = label
        self.value = max(0, value)
        self.meaning = meaning
      }
    }

    /// The stacked bars of one date or group.
    package struct Stack: Sendable {
      let label: String
      let bars: [Bar]
      let text: String

      package init(_ label: String, _ bars: [Bar]) {
        self.init(label, bars, bars.map { "\($0.value)" }.joined(separator: " / "))
      }

      fileprivate init(_ label: String, _ bars: [Bar], _ text: String) {
        self.label = label
        self.bars = bars
        self.text = text
      }

      fileprivate var sum: Int { bars.reduce(0) { $0 + $1.value } }
    }

    let title: String
    private let stacks: [Stack]
    /// The value of a bar of full length.
    private let whole: Int

    /// Returns a chart of bars, scaled to the greatest value.
    package static func bars(_ title: String, _ bars: [Bar]) -> Chart {
      stacks(title, bars.map { Stack($0.label, [$0]) })
    }

    /// Returns a chart of the parts of a whole, with percentages.
    package static func shares(_ title: String, _ parts: [Bar]) -> Chart {
      let whole = Stack("", parts).sum
      let stacks = parts.map { Stack($0.label, [$0], "\($0.value)  (\(percent($0.value, of: whole))%)") }
      return Chart(title: title, stacks: stacks, whole: whole)
    }

    /// Returns a chart of stacks, scaled to the greatest sum.
    package static func stacks(_ title: String, _ stacks: [Stack]) -> Chart {
      Chart(title: title, stacks: stacks, whole: stacks.map(\.sum).max() ?? 0)
    }

    func context(id: String) -> [String: Any] {
      let rows = stacks.map { stack in
        var sum = 0
        let bars = stack.bars.map { bar in
          sum += bar.value
          return [
            "start": Self.percent(sum - bar.value, of: whole), "length": Self.percent(bar.value, of: whole),
            "class": bar.meaning.rawValue, "title": "\(bar.label): \(bar.value)",
          ] as [String: Any]
        }
        return ["label": stack.label, "bars": bars, "text": stack.text] as [String: Any]
      }
      return ["id": id, "title": title, "rows": rows]
    }

    /// Returns a percentage with one decimal place; at least the smallest for a value that is not zero.
    private static func percent(_ value: Int, of whole: Int) -> Double {
      value == 0 ? 0 : max(1, (Double(value) / Double(max(1, whole)) * 1000).rounded()) / 10
    }
  }
}
