import Diagnostics

extension HTMLPage {
  /// A drawing of boxes one below the other, with arrows from their lines to other boxes, so that it fits a narrow
  /// screen.
  package struct Drawing: Sendable {
    package struct Box: Sendable {
      let title: String
      let lines: [Line]

      package init(_ title: String, _ lines: [Line]) {
        self.title = title
        self.lines = lines
      }
    }

    /// A line of a box.
    package struct Line: Sendable {
      let text: String
      /// The index of the box that the line points to, if any.
      let target: Int?

      package init(_ text: String, to target: Int?) {
        self.text = text
        self.target = target
      }
    }

    let title: String
    private let boxes: [Box]

    package init(_ title: String, _ boxes: [Box]) {
      self.title = title
      self.boxes = boxes
    }

    private static let width = 232
    private static let lineHeight = 20
    private static let gap = 12
    /// The distance of two arrows.
    private static let laneWidth = 9
    /// Maximum characters of a line, which fit into a box.
    private static let maximumLength = 28

    /// The upper edges of the boxes, and the lower edge of the last one.
    private var edges: [Int] {
      boxes.reduce(into: [1]) { $0.append(($0.last ?? 1) + ($1.lines.count + 1) * Self.lineHeight + 8 + Self.gap) }
    }

    private static func middle(ofLine line: Int, below edge: Int) -> Int {
      edge + 4 + line * lineHeight + lineHeight / 2
    }

    /// The vertical parts of the arrows, without their places.
    private var arrows: [(start: Int, end: Int)] {
      let edges = edges
      return boxes.enumerated().flatMap { index, box in
        box.lines.enumerated().compactMap { number, line in
          line.target.map { target in
            (Self.middle(ofLine: number + 1, below: edges[index]), Self.middle(ofLine: 0, below: edges[target]))
          }
        }
      }
    }

    /// Returns the arrows with their lanes: the shortest are next to the boxes, and no two of a lane overlap.
    private static func lanes(_ arrows: [(start: Int, end: Int)]) -> [(start: Int, end: Int, lane: Int)] {
      var taken: [[ClosedRange<Int>]] = []
      return arrows.sorted { abs($0.end - $0.start) < abs($1.end - $1.start) }.map { arrow in
        let range = min(arrow.start, arrow.end)...max(arrow.start, arrow.end)
        let lane = taken.firstIndex { !$0.contains { $0.overlaps(range) } } ?? taken.count
        if lane == taken.count { taken.append([]) }
        taken[lane].append(range)
        return (arrow.start, arrow.end, lane)
      }
    }

    func context(id: String) -> [String: Any] {
      let edges = edges
      let arrows = Self.lanes(arrows)
      let count = (arrows.map(\.lane).max() ?? 0) + 1
      return [
        "id": id, "title": title, "width": Self.width + (count + 1) * Self.laneWidth + 4,
        "height": (edges.last ?? 1) - Self.gap + 1,
        "boxes": zip(boxes, edges).map { box, edge in
          [
            "y": edge, "width": Self.width, "height": (box.lines.count + 1) * Self.lineHeight + 8,
            "lines": ([box.title] + box.lines.map(\.text)).enumerated().map { number, text in
              [
                "y": Self.middle(ofLine: number, below: edge) + 4, "class": number == 0 ? "name" : "line",
                "text": DisplayText.line(text, atMost: Self.maximumLength), "whole": text,
              ] as [String: Any]
            },
          ] as [String: Any]
        },
        "arrows": arrows.map { arrow in
          let x = Self.width + (arrow.lane + 1) * Self.laneWidth + 6
          let head =
            "M\(Self.width + 8) \(arrow.end - 4)L\(Self.width + 1) \(arrow.end)L\(Self.width + 8) \(arrow.end + 4)"
          return ["line": "M\(Self.width) \(arrow.start)H\(x)V\(arrow.end)H\(Self.width + 2)", "head": head]
        },
      ]
    }
  }
}
