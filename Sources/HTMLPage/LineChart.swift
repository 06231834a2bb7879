import Diagnostics

extension HTMLPage {
  /// A chart of lines over days, with its numbers in a table that opens in place.
  package struct LineChart: Sendable {
    package struct Line: Sendable {
      let label: String
      let meaning: Meaning
      let values: [Int]

      /// - Parameter values: A value per day of the chart.
      package init(_ label: String, _ meaning: Meaning, _ values: [Int]) {
        self.label = label
        self.meaning = meaning
        self.values = values
      }
    }

    private static let size = (width: 1000.0, height: 100.0)

    let title: String
    private let days: [(number: Int, label: String)]
    private let lines: [Line]
    private let areTenths: Bool

    /// - Parameters:
    ///   - days: The days with values as numbers and labels, oldest first.
    ///   - areTenths: Whether the values are tenths.
    package init(
      _ title: String, days: [(number: Int, label: String)], _ lines: [Line], areTenths: Bool = false
    ) {
      self.areTenths = areTenths
      self.title = title
      self.days = days
      self.lines = lines
    }

    private var greatest: Int { max(1, lines.compactMap { $0.values.max() }.max() ?? 0) }

    /// Returns a line as a path; days without values are skipped. One day has no line.
    private func path(_ line: Line) -> String {
      guard let first = days.first?.number, let last = days.last?.number, last > first else { return "" }
      let points = zip(days, line.values).map { day, value in
        let x = Double(day.number - first) / Double(last - first) * Self.size.width
        let y = Self.size.height - Double(value) / Double(greatest) * Self.size.height
        return "\(Int(x.rounded())) \(Int(y.rounded()))"
      }
      return "M" + points.joined(separator: "L")
    }

    private func text(_ value: Int) -> String { areTenths ? "\(value / 10).\(value % 10)" : "\(value)" }

    func context(id: String) -> [String: Any] {
      [
        "id": id, "title": title, "greatest": text(greatest), "first": days.first?.label ?? "",
        "last": days.last?.label ?? "",
        "lines": lines.map {
          ["class": $0.meaning.rawValue, "label": $0.label, "value": text($0.values.last ?? 0), "path": path($0)]
        },
        "days": days.indices.reversed().map { index in
          ["label": days[index].label, "values": lines.map { text($0.values[index]) }] as [String: Any]
        },
      ]
    }
  }
}
