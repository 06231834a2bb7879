import Diagnostics

/// A table that fits a window: empty columns go, then long texts are cut, and the last columns go if that is not
/// enough.
struct TableFit {
  /// Columns of text are not cut below this width.
  private static let readable = 20
  private static let gap = 2
  /// Columns that say what a row is about stay.
  private static let heads: Set = ["title", "feed", "name", "file"]

  let table: ReportTable
  let widths: [Int]

  init(_ table: ReportTable, window: Int) {
    let cells = table.cells
    var widths = ReportTable.widths(of: cells)
    var kept = table.columns.indices.filter { column in
      column == 0 || cells.dropFirst().contains { !$0[column].isEmpty }
    }
    if table.rows.isEmpty { kept = Array(table.columns.indices) }
    func least(_ column: Int) -> Int {
      table.columns[column].isNumber ? widths[column] : min(widths[column], Self.readable)
    }
    func total(_ width: (Int) -> Int) -> Int { kept.map(width).reduce(0, +) + Self.gap * (kept.count - 1) }
    while total(least) > window, let last = kept.lastIndex(where: { !Self.heads.contains(table.columns[$0].title) }),
      kept.count > 1
    { kept.remove(at: last) }
    // The widest text is cut first.
    while total({ widths[$0] }) > window,
      let widest = kept.filter({ !table.columns[$0].isNumber }).max(by: { widths[$0] < widths[$1] }),
      widths[widest] > 1
    { widths[widest] -= 1 }
    self.table = table.keeping(kept)
    self.widths = kept.map { widths[$0] }
  }
}
