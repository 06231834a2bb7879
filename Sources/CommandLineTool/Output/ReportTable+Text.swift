package import Diagnostics

extension ReportTable {
  package init(_ heads: [String], _ rows: [[String]]) {
    let columns = heads.map { $0.hasPrefix(">") ? Column.number(String($0.dropFirst())) : Column.text($0) }
    self.init("", columns, rows: rows.map { $0.map { Cell($0) } })
  }

  /// Returns the table as text: aligned columns, separated by two spaces, without trailing spaces. On a terminal it
  /// fits the window.
  package func text(_ style: Style) -> String {
    let shown = style.width.map { TableFit(self, window: $0) }
    let table = shown?.table ?? self
    let cells = table.cells
    let widths = shown?.widths ?? Self.widths(of: cells)
    return cells.enumerated().map { index, row in
      var line = widths.indices.map { column in
        let text = DisplayText.cut(row[column], toWidth: widths[column])
        let padding = String(repeating: " ", count: widths[column] - DisplayText.width(text))
        let meaning = index == 0 ? .strong : Style.Meaning(table.rows[index - 1][column].meaning)
        let shown = meaning.map { style.mark(text, $0) } ?? text
        return table.columns[column].isNumber ? padding + shown : column == widths.count - 1 ? shown : shown + padding
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  /// The titles and rows as text, with cells truncated to the width of their column.
  var cells: [[String]] {
    [columns.map(\.title)]
      + rows.map { row in zip(columns, row).map { DisplayText.line($1.text, atMost: $0.width ?? .max) } }
  }

  static func widths(of cells: [[String]]) -> [Int] {
    (cells.first ?? []).indices.map { column in cells.map { DisplayText.width($0[column]) }.max() ?? 0 }
  }

  package var markdown: String {
    Markdown.table(columns.map { ($0.isNumber ? ">" : "") + $0.title }, rows: rows.map { $0.map(\.text) })
  }

  /// Returns the table with some of its columns.
  func keeping(_ kept: [Int]) -> ReportTable {
    ReportTable(
      caption, kept.map { columns[$0] }, rows: rows.map { row in kept.map { row[$0] } }, isSearchable: isSearchable)
  }

  /// Returns some of the columns in an order, by title, under the titles to show.
  package func showing(_ titles: KeyValuePairs<String, String>) -> ReportTable {
    let picked = titles.compactMap { title, shown in
      columns.firstIndex { $0.title == title }.map { (index: $0, column: columns[$0].titled(shown)) }
    }
    return ReportTable(
      caption, picked.map(\.column), rows: rows.map { row in picked.map { row[$0.index] } }, isSearchable: isSearchable)
  }

  package func first(_ count: Int) -> ReportTable { ReportTable("", columns, rows: Array(rows.prefix(count))) }
}

extension Style.Meaning {
  /// Creates the style of a cell; `nil` for a plain one.
  package init?(_ meaning: ReportTable.Meaning) {
    switch meaning {
    case .good: self = .good
    case .doubtful, .warning: self = .doubtful
    case .bad: self = .bad
    case .faint: self = .faint
    case .plain: return nil
    }
  }
}
