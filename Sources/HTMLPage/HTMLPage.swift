/// A report as one page: figures, charts and tables, complete without a script and without any other file.
///
/// Every text is shown as text, whatever it holds; the page asks no one for anything.
package struct HTMLPage: Sendable {
  /// What a number or word says of what it counts.
  package enum Meaning: String, Sendable {
    case good, doubtful, warning, bad, faint, plain
  }

  /// A number to see first.
  package struct Figure: Sendable {
    let label, value: String
    let meaning: Meaning

    /// A number with what it counts.
    package init(_ label: String, _ value: String, _ meaning: Meaning = .plain) {
      self.label = label
      self.value = value
      self.meaning = meaning
    }
  }

  /// A part of the page with a heading.
  package struct Section: Sendable {
    let heading: String
    let paragraphs: [String]
    let charts: [Chart]
    let tables: [Table]

    /// A part of what there is to show; charts stand beside each other, tables below.
    package init(_ heading: String, paragraphs: [String] = [], charts: [Chart] = [], tables: [Table] = []) {
      self.heading = heading
      self.paragraphs = paragraphs
      self.charts = charts
      self.tables = tables
    }
  }

  private let title: String
  private let lead: String
  private let figures: [Figure]
  private let sections: [Section]

  /// A page.
  /// - Parameter lead: what it is about and when it was made, in one sentence.
  package init(title: String, lead: String, figures: [Figure], sections: [Section]) {
    self.title = title
    self.lead = lead
    self.figures = figures
    self.sections = sections
  }

  /// The whole document, with a final newline.
  package func render() throws -> String {
    try PageTemplate.render([
      "title": title, "lead": lead, "style": PageStyle.text, "script": PageScript.text,
      "styleHash": PageStyle.hash, "scriptHash": PageScript.hash,
      "figures": figures.map { ["label": $0.label, "value": $0.value, "meaning": $0.meaning.rawValue] },
      "sections": sections.enumerated().map { index, section in
        [
          "id": "s\(index)", "heading": section.heading, "paragraphs": section.paragraphs,
          "hasCharts": !section.charts.isEmpty,
          "charts": section.charts.enumerated().map { $1.context(id: "s\(index)c\($0)") },
          "tables": section.tables.map(\.context),
        ] as [String: Any]
      },
    ])
  }
}
