import CSV
import Catalog
import Diagnostics

/// Feed seeds read from a CSV table. They fill absent fields only.
struct CSVSeeds {
  private(set) var file: SeedFile
  private let source: SourceText
  /// The column indexes, keyed by the fields they state.
  private var columns: [String: Int] = [:]
  private var rows = 0

  init(_ source: SourceText) {
    self.source = source
    file = SeedFile(source)
    CSVReader.read(source) { event in
      switch event {
      case .header(let header): readHeader(header)
      case .row(let row):
        // Spreadsheets save empty rows at the end of a table.
        if (0..<row.count).allSatisfy({ row[$0]?.isEmpty ?? true }) { return }
        rows += 1
        if !columns.isEmpty { read(row) }
      case .mistake(let mistake): file.diagnostics.append(mistake.diagnostic(file: source.name))
      }
    }
    if rows == 0 {
      file.report(.info, rule: "rows-without-feed", "the table has no rows below its header")
    } else if file.skipped > 0 {
      file.report(.info, rule: "rows-without-feed", "skipped \(file.skipped) of \(rows) rows without an address")
    }
  }

  /// Whether a text is a feed table: its first row names a column of addresses.
  static func recognizes(_ source: SourceText) -> Bool {
    // A plain list of addresses can be long, so only the first row is parsed.
    let start = SourceText(name: source.name, bytes: Array(source.bytes.prefix(1 << 16)))
    var isRecognized = false
    CSVReader.read(start) { event in
      if case .header(let header) = event { isRecognized = !columns(of: header).isEmpty }
    }
    return isRecognized
  }

  /// Returns the columns of a header, or none if no column contains feed addresses.
  static func columns(of header: CSVHeader) -> [String: Int] {
    let columns = SeedColumns.indexes(of: header.names)
    return columns[FeedField.feedURL.name] == nil ? [:] : columns
  }

  private mutating func readHeader(_ header: CSVHeader) {
    columns = Self.columns(of: header)
    let unknown = header.names.indices.filter { !columns.values.contains($0) && !header.names[$0].isEmpty }
    if columns.isEmpty || unknown.isEmpty { return }
    let names = unknown.map { "'\(DisplayText.line(header.names[$0], atMost: 40))'" }.joined(separator: ", ")
    file.report(
      .info, rule: "unknown-column", "ignored \(unknown.count == 1 ? "the column" : "the columns") \(names)",
      help: "known columns: \(SeedColumns.kinds.map(\.name).joined(separator: ", "))")
  }

  private mutating func read(_ row: CSVRow) {
    let columns = columns
    let isFeed = file.addFeed(
      at: row.range, in: source.name,
      raw: { name in columns[name].flatMap { row[$0] }.flatMap { $0.isEmpty ? nil : $0 } },
      place: { name in columns[name].flatMap(row.range) })
    if !isFeed { file.skipped += 1 }
  }
}
