extension HTMLPage {
  /// A bar chart, with its numbers as a table.
  package struct Chart: Sendable {
    /// A labeled number.
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

      /// Creates a stack. All stacks of a chart have the same bar labels in the same order.
      package init(_ label: String, _ bars: [Bar]) {
        self.label = label
        self.bars = bars
      }

      var sum: Int { bars.reduce(0) { $0 + $1.value } }
    }

    private static let width = 400

    let title: String
    /// The chart's keys in the page template.
    private let context: [String: any Sendable]

    /// Returns a chart of horizontal bars, scaled to the greatest value.
    package static func bars(_ title: String, _ bars: [Bar]) -> Chart {
      rows(title, bars, whole: bars.map(\.value).max() ?? 0) { "\($0)" }
    }

    /// Returns a chart of the parts of a whole, with percentages.
    package static func shares(_ title: String, _ parts: [Bar]) -> Chart {
      let whole = Stack("", parts).sum
      return rows(title, parts, whole: whole) { "\($0)  (\(Double(scaled($0, to: 1000, most: whole)) / 10) %)" }
    }

    private static func rows(_ title: String, _ bars: [Bar], whole: Int, text: (Int) -> String) -> Chart {
      let rows = bars.map { bar in
        [
          "label": bar.label, "length": "\(Double(scaled(bar.value, to: 1000, most: whole)) / 10)%",
          "class": bar.meaning.rawValue, "text": text(bar.value),
        ]
      }
      return Chart(title: title, context: ["bars": rows])
    }

    /// Returns a chart of vertical bars for consecutive ranges.
    package static func histogram(_ title: String, unit: String, _ bins: [Bar]) -> Chart {
      stacks(title, unit: unit, bins.map { Stack($0.label, [Bar(unit, $0.value, $0.meaning)]) })
    }

    /// Returns a chart of vertical stacks, with the newest or highest on the right.
    package static func stacks(_ title: String, unit: String, _ stacks: [Stack]) -> Chart {
      let most = stacks.map(\.sum).max() ?? 0
      let step = max(1, width / max(1, stacks.count))
      var shapes: [[String: any Sendable]] = []
      for (index, stack) in stacks.enumerated() {
        var sum = 0
        var top = 170
        for bar in stack.bars {
          sum += bar.value
          let end = 170 - scaled(sum, to: 150, most: most)
          shapes.append([
            "x": index * step, "y": end, "w": max(1, step - 2), "h": top - end, "class": bar.meaning.rawValue,
            "title": "\(stack.label), \(bar.label): \(bar.value)",
          ])
          top = end
        }
      }
      let numbers = stacks.map { stack in
        ["label": stack.label, "values": stack.bars.map { "\($0.value)" }] as [String: any Sendable]
      }
      return Chart(
        title: title,
        context: [
          "columns": [
            "most": "\(most) \(unit)", "shapes": shapes, "labels": labels(stacks.map(\.label), step: step),
            "heads": stacks.first?.bars.map(\.label) ?? [], "numbers": numbers,
          ] as [String: any Sendable]
        ])
    }

    /// Returns the labels below columns. Labels that would overlap or leave the drawing are omitted or moved; the table
    /// contains all of them.
    private static func labels(_ labels: [String], step: Int) -> [[String: any Sendable]] {
      let half = (labels.map(\.count).max() ?? 0) * 7 / 2
      let distance = half * 3 / step + 1
      return labels.enumerated().compactMap { index, label in
        let middle = index * step + step / 2
        guard (labels.count - 1 - index) % distance == 0, middle >= half || labels.count == 1 else { return nil }
        return ["x": min(middle, width - half), "text": label]
      }
    }

    func context(id: String) -> [String: Any] {
      context.merging(["id": id, "title": title]) { $1 }
    }

    private static func scaled(_ value: Int, to length: Int, most: Int) -> Int {
      value == 0 ? 0 : max(1, Int((Double(value) / Double(max(1, most)) * Double(length)).rounded()))
    }
  }
}
