import HTMLPage

/// A table of a report, described once for text, Markdown and pages.
typealias ReportTable = HTMLPage.Table

extension HTMLPage.Table {
  /// The table for people: a cell stays on its line and in its column's width.
  func text(_ style: Style) -> String {
    var table = TextTable(columns.map { $0.isNumber ? .right($0.title) : .left($0.title) })
    for row in rows { table.add(zip(columns, row).map { ShownLine.text($1.text, $0.width ?? .max) }) }
    return table.render(style) { Style.Meaning(rows[$0][$1].meaning) }
  }

  /// The table as Markdown.
  var markdown: String {
    Markdown.table(columns.map { ($0.isNumber ? ">" : "") + $0.title }, rows: rows.map { $0.map(\.text) })
  }

  /// Some of the columns in an order: their titles, and the titles to show.
  func showing(_ titles: KeyValuePairs<String, String>) -> ReportTable {
    let picked = titles.compactMap { title, shown in
      columns.firstIndex { $0.title == title }.map { (index: $0, column: columns[$0].titled(shown)) }
    }
    return ReportTable(
      caption, picked.map(\.column), rows: rows.map { row in picked.map { row[$0.index] } }, isSearchable: isSearchable)
  }

  /// The first rows.
  func first(_ count: Int) -> ReportTable { ReportTable("", columns, rows: Array(rows.prefix(count))) }

  /// The table with another row below.
  func adding(_ row: [Cell]) -> ReportTable { ReportTable("", columns, rows: rows + [row]) }
}

extension Style.Meaning {
  /// The style of a cell; `nil` for a plain one.
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
