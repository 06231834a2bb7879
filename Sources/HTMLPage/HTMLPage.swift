import Diagnostics

/// A report as a self-contained HTML page of figures, charts, drawings, and tables, readable without the script.
///
/// All text is escaped, and the page loads nothing from the network.
package struct HTMLPage: Sendable {
  /// A key number at the top of the page.
  package struct Figure: Sendable {
    let label, value: String
    let meaning: Meaning

    package init(_ label: String, _ value: String, _ meaning: Meaning = .plain) {
      self.label = label
      self.value = value
      self.meaning = meaning
    }
  }

  package struct Section: Sendable {
    let heading: String
    let paragraphs: [String]
    let decisions: [Decision]
    let dayCharts: [DayChart]
    let lineCharts: [LineChart]
    let groupedTables: [GroupedTable]
    let charts: [Chart]
    let drawings: [Drawing]
    let tables: [Table]

    /// Charts are placed side by side, tables below them; drawings are beside the tables.
    package init(
      _ heading: String, paragraphs: [String] = [], decisions: [Decision] = [], dayCharts: [DayChart] = [],
      lineCharts: [LineChart] = [], groupedTables: [GroupedTable] = [], charts: [Chart] = [], drawings: [Drawing] = [],
      tables: [Table] = []
    ) {
      self.decisions = decisions
      self.dayCharts = dayCharts
      self.lineCharts = lineCharts
      self.groupedTables = groupedTables
      self.heading = heading
      self.paragraphs = paragraphs
      self.charts = charts
      self.drawings = drawings
      self.tables = tables
    }
  }

  private let title: String
  private let lead: String
  private let figures: [Figure]
  private let sections: [Section]

  /// - Parameter lead: A sentence on the subject and the date of the report.
  package init(title: String, lead: String, figures: [Figure], sections: [Section]) {
    self.title = title
    self.lead = lead
    self.figures = figures
    self.sections = sections
  }

  /// Returns the document with a final newline.
  package func render() throws -> String {
    try PageTemplate.render([
      "title": title, "lead": lead, "program": Program.current.name, "style": PageStyle.text, "script": PageScript.text,
      "styleHash": PageStyle.hash, "scriptHash": PageScript.hash,
      "hasFigures": !figures.isEmpty,
      "figures": figures.map { ["label": $0.label, "value": $0.value, "meaning": $0.meaning.rawValue] },
      "sections": sections.enumerated().map { $1.context(id: "s\($0)") },
    ])
  }
}

extension HTMLPage.Section {
  fileprivate func context(id: String) -> [String: Any] {
    var context: [String: Any] = ["id": id, "heading": heading, "paragraphs": paragraphs]
    context["hasDecisions"] = !decisions.isEmpty
    context["decisions"] = decisions.map(\.context)
    context["dayCharts"] = dayCharts.map(\.context)
    context["lineCharts"] = lineCharts.enumerated().map { $1.context(id: "\(id)l\($0)") }
    context["groupedTables"] = groupedTables.map(\.context)
    context["hasCharts"] = !charts.isEmpty
    context["charts"] = charts.enumerated().map { $1.context(id: "\(id)c\($0)") }
    context["hasDrawings"] = !drawings.isEmpty
    context["drawings"] = drawings.enumerated().map { $1.context(id: "\(id)d\($0)") }
    context["tables"] = tables.map(\.context)
    return context
  }
}
