import CSV
import Catalog
import CloudKitRecords
import Diagnostics

/// A CSV table.
struct EditedTable: EditedList {
  private let source: SourceText
  private let separator: UInt8
  private var header: CSVHeader?
  private var columns: [String: Int] = [:]
  private var rows: [CSVRow] = []

  init(_ source: SourceText) {
    self.source = source
    separator = CSVReader.separator(of: source)
    CSVReader.read(source) { event in
      switch event {
      case .header(let header):
        self.header = header
        columns = CSVSeeds.columns(of: header)
      case .row(let row):
        // The reader skips rows without an address.
        if let address = columns[FeedField.feedURL.name], !(row[address] ?? "").isEmpty { rows.append(row) }
      case .mistake: break
      }
    }
  }

  var statesFormerURLs: Bool { columns[SeedColumns.formerURLs] != nil }

  func edits(changing feed: Int, _ values: [EditedValue]) throws(SeedFileRefusal) -> [Fix.Edit] {
    let row = rows[feed]
    var cells: [Int: String] = [:]
    for value in values {
      cells[try column(value.field.name)] = value.text
      guard value.field === FeedField.feedURL, let former = columns[SeedColumns.formerURLs],
        let address = columns[FeedField.feedURL.name]
      else { continue }
      var seed = FeedSeed(feedURL: row[address] ?? "", authority: .named, place: SeedPlace(file: "", range: nil))
      seed.formerURLs = (row[former] ?? "").split(separator: " ").map(String.init)
      cells[former] = seed.formerURLs(movingTo: value.text).joined(separator: " ")
    }
    var edits = cells.compactMap { column, text in
      row.range(at: column).map { range in
        let isQuoted = source.string(range).contains("\"")
        return Fix.Edit(range: range, replacement: CSVWriter.cell(text, separator: separator, isQuoted: isQuoted))
      }
    }
    // A row may end before the header does.
    if let last = cells.keys.max(), last >= row.count {
      let added = (row.count...last).map { column in
        String(Character(Unicode.Scalar(separator)))
          + CSVWriter.cell(cells[column] ?? "", separator: separator, isQuoted: false)
      }
      edits.append(Fix.Edit(range: SourceRange(row.range.end, row.range.end), replacement: added.joined()))
    }
    return edits
  }

  private func column(_ name: String) throws(SeedFileRefusal) -> Int {
    guard let column = columns[name] else { throw SeedFileRefusal("the table has no column for this field") }
    return column
  }

  func edits(removing feeds: Set<Int>) throws(SeedFileRefusal) -> [Fix.Edit] {
    feeds.sorted().map { source.removingLines(of: rows[$0].range) }
  }

  func edits(adding seed: FeedSeed, at place: ListOrder.Place?) throws(SeedFileRefusal) -> [Fix.Edit] {
    let other = place.map { rows[$0.index] }
    var cells = [String](repeating: "", count: max(header?.names.count ?? 0, other?.count ?? 0))
    var values = Dictionary(uniqueKeysWithValues: seed.editedValues.map { ($0.field.name, $0.text) })
    values[FeedField.category.name] = values[FeedField.category.name] ?? seed.categoryAttributes.first
    values[SeedColumns.folder] = seed.folders.isEmpty ? nil : seed.folders.joined(separator: "/")
    for (name, text) in values {
      if let column = columns[name] { cells[column] = text }
    }
    let written = cells.enumerated().map { column, text in
      let old = other?.range(at: column).map { source.string($0) } ?? ""
      return CSVWriter.cell(text, separator: separator, isQuoted: old.hasPrefix("\""))
    }
    let line = written.joined(separator: String(Character(Unicode.Scalar(separator))))
    let end = source.bytes.count
    return [
      source.addingLine(
        line, isBefore: place?.isBefore ?? false, other?.range ?? SourceRange(max(end - 1, 0), max(end - 1, 0)))
    ]
  }
}
