import CSV
import CloudKitRecords
import HTMLPage

/// A list of catalog records in columns.
struct CatalogList: Report {
  /// A column: its key in JSON and CSV, and its head in text and Markdown. A `nil` head hides the column there.
  struct Column {
    let key: String
    let head: String?
    var isNumber = false
  }

  /// The value of a column in a row.
  enum Cell {
    case text(String)
    case number(Double)
    case flag(Bool)
    case texts([String])
    case none

    /// The JSON value of the cell; `nil` if empty.
    fileprivate var value: (any Encodable)? {
      switch self {
      case .text(let text): text
      case .number(let number): number
      case .flag(let flag): flag
      case .texts(let texts): texts
      case .none: nil
      }
    }

    /// The cell in text and Markdown.
    var shown: String {
      switch self {
      case .text(let text): text
      case .number(let number): Int64(exactly: number).map(String.init) ?? String(number)
      case .flag(let flag): flag ? "yes" : ""
      case .texts(let texts): texts.joined(separator: ", ")
      case .none: ""
      }
    }

    /// The cell in CSV.
    var plain: String {
      switch self {
      case .flag(let flag): flag ? "true" : "false"
      case .texts(let texts): texts.joined(separator: ";")
      case .text(let text): text
      case .number, .none: shown
      }
    }
  }

  let command, container: String
  let columns: [Column]
  private let rows: [[Cell]]
  /// Plural noun for the records.
  let noun: String
  /// Whether the container has more matching records than the list.
  var hasMore = false

  var summary: EncodableObject { ["container": container, "listed": rows.count, "hasMore": hasMore] }

  var items: [EncodableObject] {
    rows.map { EncodableObject(zip(columns, $0).map { ($0.key, $1.value) }) }
  }

  /// Creates a list from rows with a cell per column.
  init(_ command: String, _ noun: String, container: String, columns: [Column], rows: [[Cell]]) {
    self.command = command
    self.noun = noun
    self.container = container
    self.columns = columns
    self.rows = rows
  }

  /// The table in text and Markdown, without hidden columns.
  private var table: ReportTable {
    ReportTable(
      noun, columns.compactMap { column in column.head.map { column.isNumber ? .number($0) : .text($0, width: 70) } },
      rows: rows.map { row in zip(columns, row).filter { $0.0.head != nil }.map { .init($1.shown) } })
  }

  func text(_ style: Style) -> String {
    if rows.isEmpty { return "no \(noun) in \(container)\n" }
    return table.text(style) + (hasMore ? "there are more; --limit 0 lists them all\n" : "")
  }

  func markdown() -> String { table.markdown }

  func csv() -> String? {
    CSVWriter().document(columns.map(\.key), rows.map { $0.map(\.plain) })
  }
}

extension CatalogList.Cell {
  /// Creates the cell of a field's value. Bytes, locations and assets have an empty cell.
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
