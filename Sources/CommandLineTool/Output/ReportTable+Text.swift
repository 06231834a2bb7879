package import Diagnostics

extension ReportTable {
  package init(_ heads: [String], _ rows: [[String]]) {
    let columns = heads.map { $0.hasPrefix(">") ? Column.number(String($0.dropFirst())) : Column.text($0) }
    self.init("", columns, rows: rows.map { $0.map { Cell($0) } })
  }

  /// Returns the table as text: aligned columns, separated by two spaces, with cells truncated to the width of their
  /// column and without trailing spaces.
  package func text(_ style: Style) -> String {
    let cells =
      [columns.map(\.title)]
      + rows.map { row in
        zip(columns, row).map { DisplayText.line($1.text, atMost: $0.width ?? .max) }
      }
    let widths = columns.indices.map { column in cells.map { Self.width($0[column]) }.max() ?? 0 }
    return cells.enumerated().map { index, row in
      var line = columns.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - Self.width(row[column]))
        let meaning = index == 0 ? .strong : Style.Meaning(rows[index - 1][column].meaning)
        let shown = meaning.map { style.mark(row[column], $0) } ?? row[column]
        return columns[column].isNumber ? padding + shown : column == columns.count - 1 ? shown : shown + padding
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  package var markdown: String {
    Markdown.table(columns.map { ($0.isNumber ? ">" : "") + $0.title }, rows: rows.map { $0.map(\.text) })
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

  /// Returns the width of a text in terminal columns. Wide East Asian characters and emoji are two columns wide.
  private static func width(_ text: String) -> Int {
    text.reduce(0) { sum, character in
      switch character.unicodeScalars.first?.value ?? 0 {
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
        sum + 2
      default: sum + 1
      }
    }
  }
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
