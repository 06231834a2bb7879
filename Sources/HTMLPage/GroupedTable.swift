package import Diagnostics

extension HTMLPage {
  /// A table of rows in groups, with bars and details that open in place. The script adds filters that are kept in the
  /// address of the page.
  package struct GroupedTable: Sendable {
    package struct Group: Sendable {
      let name: String
      let note: String?
      let rows: [Row]

      package init(_ name: String, note: String? = nil, _ rows: [Row]) {
        self.name = name
        self.note = note
        self.rows = rows
      }
    }

    package struct Row: Sendable {
      /// What the row is about: a name, an address below it, and a link.
      let subject: ReportTable.Cell
      /// What the row says, which opens the details.
      let reason: String
      let state: ReportTable.Cell
      let bars: DayBars?
      let number: ReportTable.Cell
      /// Names and values.
      let details: [(name: String, value: String)]
      /// A command of the program that shows more.
      let command: String
      /// The values that filters choose, by the name of the filter.
      let filters: [String: String]
      /// The name by which other parts of the page link to the row.
      package let id: String

      package init(
        id: String, _ subject: ReportTable.Cell, reason: String, state: ReportTable.Cell, bars: DayBars?,
        number: ReportTable.Cell, details: [(name: String, value: String)], command: String, filters: [String: String]
      ) {
        self.id = id
        self.subject = subject
        self.reason = reason
        self.state = state
        self.bars = bars
        self.number = number
        self.details = details
        self.command = command
        self.filters = filters
      }
    }

    private let caption: String
    /// The titles of the five columns.
    private let columns: [String]
    /// The filter of the groups.
    private let grouping: String
    private let groups: [Group]

    /// - Parameters:
    ///   - columns: The titles of subject, reason, state, bars, and number.
    ///   - grouping: What the groups are, such as `cause`; the name of their filter.
    package init(_ caption: String, columns: [String], grouping: String, _ groups: [Group]) {
      self.caption = caption
      self.columns = columns
      self.grouping = grouping
      self.groups = groups
    }

    var context: [String: Any] {
      [
        "caption": caption, "columns": columns, "grouping": grouping,
        "groups": groups.enumerated().map { index, group in
          var context: [String: Any] = [
            "id": "g\(index)", "name": group.name, "count": group.rows.count, "rows": group.rows.map(\.context),
          ]
          context["note"] = group.note
          return context
        },
      ]
    }
  }
}

extension HTMLPage.GroupedTable.Row {
  fileprivate var context: [String: Any] {
    var context: [String: Any] = [
      "id": id, "title": subject.text, "reason": reason.isEmpty ? "details" : reason, "state": state.text,
      "meaning": state.meaning.rawValue, "number": number.text, "command": command,
      "details": details.map { ["name": $0.name, "value": $0.value] },
      "filters": filters.sorted { $0.key < $1.key }.map { ["name": $0.key, "value": $0.value] },
    ]
    context["address"] = subject.note
    context["link"] = subject.link
    context["since"] = state.note
    context["bars"] = bars?.context
    return context
  }
}
