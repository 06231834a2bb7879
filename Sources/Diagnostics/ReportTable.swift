/// A table of a report, for text, Markdown, and HTML.
package struct ReportTable: Sendable {
  /// The meaning of a number or word, shown as its color.
  package enum Meaning: String, Sendable {
    case good, doubtful, warning, bad, faint, plain
  }

  package struct Column: Sendable {
    package let title: String
    /// Whether the column contains numbers, which are right-aligned.
    package let isNumber: Bool
    /// Maximum characters per cell in text output; `nil` for no limit.
    package let width: Int?

    package static func text(_ title: String, width: Int? = nil) -> Column {
      Column(title: title, isNumber: false, width: width)
    }

    package static func number(_ title: String) -> Column { Column(title: title, isNumber: true, width: nil) }

    package func titled(_ title: String) -> Column { Column(title: title, isNumber: isNumber, width: width) }
  }

  package struct Cell: Sendable {
    package let text: String
    /// Additional small text below, on a page.
    package let note: String?
    /// The http or https URL to link to.
    package let link: String?
    /// The sort key, if it differs from the text.
    package let order: Double?
    package let meaning: Meaning

    /// - Parameter link: Ignored unless it is http or https.
    package init(
      _ text: String, note: String? = nil, link: String? = nil, order: Double? = nil, _ meaning: Meaning = .plain
    ) {
      self.text = text
      self.note = note
      self.link = link.flatMap { Self.isWeb($0) ? $0 : nil }
      self.order = order
      self.meaning = meaning
    }

    package static func number(_ number: Int, _ meaning: Meaning = .plain) -> Cell {
      Cell("\(number)", order: Double(number), meaning)
    }

    private static func isWeb(_ link: String) -> Bool {
      let scheme = link.prefix(8).lowercased()
      return scheme.hasPrefix("http://") || scheme == "https://"
    }
  }

  /// The caption on a page.
  package let caption: String
  package let columns: [Column]
  package let rows: [[Cell]]
  package let isSearchable: Bool

  /// The first cell of each row is the row heading.
  package init(_ caption: String, _ columns: [Column], rows: [[Cell]], isSearchable: Bool = false) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
    self.isSearchable = isSearchable
  }
}
