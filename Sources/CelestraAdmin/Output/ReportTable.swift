import Diagnostics
import HTMLPage

/// A table of a report, for text, Markdown, and HTML.
typealias ReportTable = HTMLPage.Table

extension HTMLPage.Table {
  /// Returns the table as text, with cells truncated to the width of their column.
  func text(_ style: Style) -> String {
    var table = TextTable(columns.map { $0.isNumber ? .right($0.title) : .left($0.title) })
    for row in rows { table.add(zip(columns, row).map { DisplayText.line($1.text, atMost: $0.width ?? .max) }) }
    return table.render(style) { Style.Meaning(rows[$0][$1].meaning) }
  }

  /// The table as Markdown.
  var markdown: String {
    Markdown.table(columns.map { ($0.isNumber ? ">" : "") + $0.title }, rows: rows.map { $0.map(\.text) })
  }

  /// Returns some of the columns in an order, by title, under the titles to show.
  func showing(_ titles: KeyValuePairs<String, String>) -> ReportTable {
    let picked = titles.compactMap { title, shown in
      columns.firstIndex { $0.title == title }.map { (index: $0, column: columns[$0].titled(shown)) }
    }
    return ReportTable(
      caption, picked.map(\.column), rows: rows.map { row in picked.map { row[$0.index] } }, isSearchable: isSearchable)
  }

  /// Returns the first rows.
  func first(_ count: Int) -> ReportTable { ReportTable("", columns, rows: Array(rows.prefix(count))) }
}

extension Style.Meaning {
  /// Creates the style of a cell; `nil` for a plain one.
  init?(_ meaning: HTMLPage.Meaning) {
    switch meaning {
    case .good: self = .good
    case .doubtful, .warning: self = .doubtful
    case .bad: self = .bad
    case .faint: self = .faint
    case .plain: return nil
    }
  }
}
