extension HTMLPage {
  /// Rows under heads.
  package struct Table: Sendable {
    /// A column's head.
    package struct Column: Sendable {
      /// The head.
      package let title: String
      /// Whether the column holds numbers, which are aligned right.
      package let isNumber: Bool
      /// The most characters of a cell that lines of text show; `nil` for all.
      package let width: Int?

      /// A column for words.
      package static func text(_ title: String, width: Int? = nil) -> Column {
        Column(title: title, isNumber: false, width: width)
      }

      /// A column for numbers.
      package static func number(_ title: String) -> Column { Column(title: title, isNumber: true, width: nil) }

      /// The column under another head.
      package func titled(_ title: String) -> Column { Column(title: title, isNumber: isNumber, width: width) }
    }

    /// The content of a column in a row.
    package struct Cell: Sendable {
      /// The text.
      package let text: String
      let note: String?
      let link: String?
      let order: Double?
      /// What the text says of its subject.
      package let meaning: Meaning

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

      /// A number.
      package static func number(_ number: Int, _ meaning: Meaning = .plain) -> Cell {
        Cell("\(number)", order: Double(number), meaning)
      }

      private static func isWeb(_ link: String) -> Bool {
        let scheme = link.prefix(8).lowercased()
        return scheme.hasPrefix("http://") || scheme == "https://"
      }
    }

    /// The title of the table on a page.
    package let caption: String
    /// The columns.
    package let columns: [Column]
    /// A cell for each column of each row.
    package let rows: [[Cell]]
    /// Whether the page's script offers to search and sort the table.
    package let isSearchable: Bool

    /// A table; the first cell of a row is its head.
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
