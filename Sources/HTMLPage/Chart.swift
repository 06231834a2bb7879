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
    }

    let title: String
    let description: String
    let width: Int
    let height: Int
    let shapes: [Shape]
    let heads: [String]
    let numbers: [[String]]

    /// Returns a chart of horizontal bars, scaled to the greatest value.
    package static func bars(_ title: String, unit: String, _ bars: [Bar]) -> Chart {
      let most = bars.map(\.value).max() ?? 0
      var shapes: [Shape] = []
      for (index, bar) in bars.enumerated() {
        let y = index * 26
        shapes.append(.label(x: 142, y: y + 17, style: "end", Self.short(bar.label, 18)))
        let length = scaled(bar.value, to: 190, most: most)
        shapes.append(
          .rect(x: 150, y: y + 4, w: length, h: 18, bar.meaning, "\(bar.label): \(bar.value) \(unit)"))
        shapes.append(.label(x: 156 + length, y: y + 17, style: "", "\(bar.value)"))
      }
      return Chart(title, unit, width: 400, height: max(26, bars.count * 26), shapes, bars)
    }

    /// Returns a chart of the parts of a whole: one divided bar and a legend.
    package static func shares(_ title: String, unit: String, _ parts: [Bar]) -> Chart {
      let whole = parts.reduce(0) { $0 + $1.value }
      var shapes: [Shape] = []
      var x = 0
      var sum = 0
      for (index, part) in parts.enumerated() {
        sum += part.value
        let end = scaled(sum, to: 400, most: whole)
        shapes.append(.rect(x: x, y: 0, w: end - x, h: 28, part.meaning, "\(part.label): \(part.value) \(unit)"))
        x = end
        let y = 44 + index * 22
        shapes.append(.rect(x: 0, y: y, w: 14, h: 14, part.meaning, part.label))
        let share = whole == 0 ? 0 : (Double(part.value) / Double(whole) * 1000).rounded() / 10
        shapes.append(.label(x: 22, y: y + 12, style: "", Self.short(part.label, 30)))
        shapes.append(.label(x: 400, y: y + 12, style: "end", "\(part.value)  (\(share) %)"))
      }
      return Chart(title, unit, width: 400, height: 44 + parts.count * 22, shapes, parts)
    }

    /// Returns a chart of vertical bars for consecutive ranges.
    package static func histogram(_ title: String, unit: String, _ bins: [Bar]) -> Chart {
      stacks(title, unit: unit, bins.map { Stack($0.label, [Bar(unit, $0.value, $0.meaning)]) })
    }

    /// Returns a chart of vertical stacks, with the newest or highest on the right.
    package static func stacks(_ title: String, unit: String, _ stacks: [Stack]) -> Chart {
      let most = stacks.map { $0.bars.reduce(0) { $0 + $1.value } }.max() ?? 0
      let step = max(1, 400 / max(1, stacks.count))
      // Labels that would overlap are omitted; the table contains all of them.
      let shown = max(1, (stacks.map { $0.label.count }.max() ?? 1) * 7 / step + 1)
      var shapes: [Shape] = [.label(x: 0, y: 11, style: "soft", "\(most) \(unit)")]
      for (index, stack) in stacks.enumerated() {
        var sum = 0
        var top = 170
        for bar in stack.bars {
          sum += bar.value
          let end = 170 - scaled(sum, to: 150, most: most)
          let title =
            stack.bars.count > 1 ? "\(stack.label), \(bar.label): \(bar.value)" : "\(stack.label): \(bar.value)"
          shapes.append(
            .rect(x: index * step, y: end, w: max(1, step - 2), h: top - end, bar.meaning, title))
          top = end
        }
        if index % shown == 0 {
          shapes.append(.label(x: index * step + step / 2, y: 186, style: "soft middle", stack.label))
        }
      }
      let names = stacks.first?.bars.map(\.label) ?? []
      return Chart(
        title: title, description: Self.summary(unit, stacks.map { ($0.label, $0.bars.reduce(0) { $0 + $1.value }) }),
        width: 400, height: 192, shapes: shapes, heads: [""] + names,
        numbers: stacks.map { stack in [stack.label] + stack.bars.map { "\($0.value)" } })
    }

    func context(id: String) -> [String: Any] {
      [
        "id": id, "title": title, "description": description, "width": width, "height": height, "heads": heads,
        "shapes": shapes.map(\.context),
        "numbers": numbers.map { row in
          ["row": row.enumerated().map { ["isHead": $0 == 0, "text": $1] as [String: Any] }]
        },
      ]
    }

    private static func scaled(_ value: Int, to length: Int, most: Int) -> Int {
      most == 0 ? 0 : value == 0 ? 0 : max(1, Int((Double(value) / Double(most) * Double(length)).rounded()))
    }

    private static func short(_ text: String, _ length: Int) -> String {
      text.count > length ? text.prefix(length - 1) + "…" : text
    }

    /// Returns the description for screen readers.
    private static func summary(_ unit: String, _ values: [(String, Int)]) -> String {
      values.isEmpty ? "no \(unit)" : values.map { "\($0): \($1)" }.joined(separator: ", ") + " \(unit)"
    }
  }
}

extension HTMLPage.Chart {
  private init(_ title: String, _ unit: String, width: Int, height: Int, _ shapes: [Shape], _ bars: [Bar]) {
    self.init(
      title: title, description: Self.summary(unit, bars.map { ($0.label, $0.value) }), width: width, height: height,
      shapes: shapes, heads: ["", unit], numbers: bars.map { [$0.label, "\($0.value)"] })
  }

  /// A shape of a drawing.
  enum Shape: Sendable {
    case rect(x: Int, y: Int, w: Int, h: Int, HTMLPage.Meaning, String)
    case label(x: Int, y: Int, style: String, String)

    var context: [String: Any] {
      switch self {
      case .rect(let x, let y, let w, let h, let meaning, let title):
        ["rect": ["x": x, "y": y, "w": w, "h": h, "class": meaning.rawValue, "title": title] as [String: Any]]
      case .label(let x, let y, let style, let text):
        ["label": ["x": x, "y": y, "class": style, "text": text] as [String: Any]]
      }
    }
  }
}
