package import Diagnostics

extension HTMLPage {
  package typealias Table = ReportTable
  package typealias Meaning = ReportTable.Meaning
}

extension ReportTable {
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
