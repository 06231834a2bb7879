import CSV
import CloudKitRecords
import Diagnostics

/// Records of a catalogue as a list, a column for each thing that is told of them.
struct CatalogList: Report {
  /// A column: the key programs find it by, and the head people see; `nil` where the list for people leaves it out.
  struct Column {
    let key: String
    let head: String?
    var isNumber = false
  }

  /// A cell.
  enum Cell: Encodable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case texts([String])
    case none

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number):
        if let whole = Int64(exactly: number) { try container.encode(whole) } else { try container.encode(number) }
      case .flag(let flag): try container.encode(flag)
      case .texts(let texts): try container.encode(texts)
      case .none: try container.encodeNil()
      }
    }

    /// The cell for people.
    var shown: String {
      switch self {
      case .text(let text): DisplayText.line(text)
      case .number(let number): Int64(exactly: number).map(String.init) ?? String(number)
      case .flag(let flag): flag ? "yes" : ""
      case .texts(let texts): DisplayText.line(texts.joined(separator: ", "))
      case .none: ""
      }
    }

    /// The cell of a table for programs.
    var plain: String {
      switch self {
      case .flag(let flag): flag ? "true" : "false"
      case .texts(let texts): texts.joined(separator: ";")
      case .text(let text): text
      case .number, .none: shown
      }
    }
  }

  /// One record.
  struct Row: Encodable {
    private struct Key: CodingKey {
      let stringValue: String
      let intValue: Int? = nil

      init(_ key: String) { stringValue = key }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    let cells: [(key: String, cell: Cell)]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (key, cell) in cells {
        if case .none = cell { continue }
        try container.encode(cell, forKey: Key(key))
      }
    }
  }

  let command, container: String
  let columns: [Column]
  let items: [Row]
  /// What the records are, in the plural.
  let noun: String
  /// Whether there are more than are listed.
  var hasMore = false

  /// The totals.
  struct Summary: Encodable {
    let container: String
    let listed: Int
    let hasMore: Bool
  }

  var summary: Summary { Summary(container: container, listed: items.count, hasMore: hasMore) }

  /// A list of rows, a cell for each column.
  init(_ command: String, _ noun: String, container: String, columns: [Column], rows: [[Cell]]) {
    self.command = command
    self.noun = noun
    self.container = container
    self.columns = columns
    items = rows.map { Row(cells: Array(zip(columns.map(\.key), $0))) }
  }

  private func shown(_ row: Row) -> [String] {
    zip(columns, row.cells).filter { $0.0.head != nil }.map(\.1.cell.shown)
  }

  func text(_ style: Style) -> String {
    if items.isEmpty { return "no \(noun) in \(container)\n" }
    var table = TextTable(
      columns.compactMap { column in column.head.map { column.isNumber ? .right($0) : .left($0) } })
    for row in items { table.add(shown(row).map { String($0.prefix(70)) }) }
    return table.render(style) + (hasMore ? "there are more; --limit 0 lists them all\n" : "")
  }

  func markdown() -> String {
    Markdown.table(
      columns.compactMap { column in column.head.map { column.isNumber ? ">" + $0 : $0 } }, rows: items.map(shown))
  }

  func csv() -> String? {
    let writer = CSVWriter(formulas: .disarmed)
    return writer.line(columns.map(\.key)) + items.map { writer.line($0.cells.map(\.cell.plain)) }.joined()
  }
}

extension CatalogList.Cell {
  /// The cell of a field's value; addresses lose user name and password.
  init(_ value: FieldValue?) {
    self =
      switch value {
      case .string(let text): .text(text)
      case .int64(let number): .number(Double(number))
      case .double(let number): .number(number)
      case .timestamp(let moment): .text(moment.description)
      case .reference(let reference): .text(reference.recordName.rawValue)
      case .list(let members):
        .texts(members.compactMap { $0.string ?? $0.reference?.recordName.rawValue })
      case .bytes, .location, .asset, nil: .none
      }
  }
}
