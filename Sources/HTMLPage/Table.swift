extension HTMLPage {
  /// Rows under heads.
  package struct Table: Sendable {
    /// A column's head.
    package struct Column: Sendable {
      let title: String
      let isNumber: Bool

      /// A column for words.
      package static func text(_ title: String) -> Column { Column(title: title, isNumber: false) }
      /// A column for numbers, which stand at its right.
      package static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
    }

    /// What stands in a column of a row.
    package struct Cell: Sendable {
      let text: String
      let note: String?
      let link: String?
      let order: Double?
      let meaning: Meaning

      /// A text.
      /// - Parameters:
      ///   - note: more of it, in small below.
      ///   - link: where it leads; left out unless it is http or https.
      ///   - order: what the column is sorted by, where the text does not tell.
      package init(
        _ text: String, note: String? = nil, link: String? = nil, order: Double? = nil, _ meaning: Meaning = .plain
      ) {
        self.text = text
        self.note = note
        self.link = link.flatMap { Self.isWeb($0) ? $0 : nil }
        self.order = order
        self.meaning = meaning
      }

      private static func isWeb(_ link: String) -> Bool {
        let scheme = link.prefix(8).lowercased()
        return scheme.hasPrefix("http://") || scheme == "https://"
      }
    }

    let caption: String
    let columns: [Column]
    let rows: [[Cell]]
    let isSearchable: Bool

    /// A table; the first cell of a row is its head.
    /// - Parameter isSearchable: whether the page's script offers to search and sort it.
    package init(_ caption: String, _ columns: [Column], rows: [[Cell]], isSearchable: Bool = false) {
      self.caption = caption
      self.columns = columns
      self.rows = rows
      self.isSearchable = isSearchable
    }

    var context: [String: Any] {
      [
        "caption": caption, "isSearchable": isSearchable,
        "columns": columns.map { ["title": $0.title, "class": $0.isNumber ? "number" : "text"] },
        "rows": rows.map { row in
          ["cells": zip(columns, row).enumerated().map { cell($1.1, of: $1.0, isHead: $0 == 0) }]
        },
      ]
    }

    private func cell(_ cell: Cell, of column: Column, isHead: Bool) -> [String: Any] {
      var context: [String: Any] = [
        "text": cell.text, "class": "\(column.isNumber ? "number" : "text") \(cell.meaning.rawValue)", "isHead": isHead,
      ]
      context["note"] = cell.note
      context["link"] = cell.link
      context["order"] = cell.order.map { "\($0)" }
      return context
    }
  }
}
