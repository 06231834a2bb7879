import CSV
import Catalog
import CloudKitRecords
import Diagnostics

/// Feed seeds read from a CSV table. They fill absent fields only.
struct CSVSeeds {
  private(set) var file = SeedFile()
  private let source: SourceText
  private var columns: CSVSeedColumns?
  private var rows = 0

  init(_ source: SourceText) { self.source = source }

  /// Whether a text is a feed table: its first row names a column of addresses.
  static func isOne(_ source: SourceText) -> Bool {
    // A plain list of addresses can be long, so only the first row is parsed.
    let start = SourceText(name: source.name, bytes: Array(source.bytes.prefix(1 << 16)))
    var isOne = false
    CSVReader.read(start) { event in
      if case .header(let header) = event { isOne = CSVSeedColumns(header) != nil }
    }
    return isOne
  }

  mutating func read() {
    CSVReader.read(source) { event in
      switch event {
      case .header(let header):
        columns = CSVSeedColumns(header)
        noteUnknown(header)
      case .row(let row):
        rows += 1
        if let columns { read(row, columns) }
      case .mistake(let mistake): file.diagnostics.append(mistake.diagnostic(file: source.name))
      }
    }
    guard file.skipped > 0 else { return }
    file.diagnostics.append(
      Diagnostic(
        .info, rule: "rows-without-feed", "\(file.skipped) of \(rows) rows have no address, and were passed over",
        file: source.name))
  }

  private mutating func noteUnknown(_ header: CSVHeader) {
    let unknown = columns?.unknown(in: header) ?? []
    guard !unknown.isEmpty else { return }
    let names = unknown.map { "'\(DisplayText.line($0, atMost: 40))'" }.joined(separator: ", ")
    file.diagnostics.append(
      Diagnostic(
        .info, rule: "unknown-column", "not read: \(unknown.count == 1 ? "the column" : "the columns") \(names)",
        file: source.name, help: "known are \(CSVSeedColumns.kinds.map(\.name).joined(separator: ", "))"))
  }

  private mutating func read(_ row: CSVRow, _ columns: CSVSeedColumns) {
    guard let url = columns[FeedField.feedURL.name].flatMap({ row[$0] }), !url.isEmpty else {
      file.skipped += 1
      return
    }
    let place = SeedPlace(file: source.name, range: row.range)
    var seed = FeedSeed(feedURL: url, authority: .fillAbsent, place: place)
    for field in CatalogTable.feeds.curated where field !== FeedField.feedURL {
      guard let text = raw(field.name, row) else { continue }
      switch field.content {
      case .tags: seed.fields[field] = .strings(tags(text, row))
      case .category:
        let name = keep(SeedValue(text: text, limit: .title), field.name, row)?.string
        seed.categoryAttributes = name.map { [$0] } ?? []
      default: seed.fields[field] = keep(SeedValue(text, of: field, refusing: .warning), field.name, row)
      }
    }
    seed.folders = raw(CSVSeedColumns.folder, row).map { folders($0, row) } ?? []
    file.seeds.feeds.append(seed)
  }

  /// Returns the text of a field, or `nil` if it is missing.
  private func raw(_ name: String, _ row: CSVRow) -> String? {
    columns?[name].flatMap { row[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func tags(_ raw: String, _ row: CSVRow) -> [String] {
    WordCell.words(raw).compactMap { keep(SeedValue(text: $0, limit: .tag), FeedField.tags.name, row)?.string }
  }

  /// Returns the folders separated by '/', outermost first.
  private mutating func folders(_ raw: String, _ row: CSVRow) -> [String] {
    raw.utf8.split(separator: UInt8(ascii: "/")).compactMap {
      keep(SeedValue(text: String(Substring($0)), limit: .tag), CSVSeedColumns.folder, row)?.string
    }
  }

  private mutating func keep(_ read: SeedValue, _ name: String, _ row: CSVRow) -> FieldValue? {
    file.diagnostics += read.remarks.map { remark in
      Diagnostic(
        remark.severity, rule: remark.rule, "\(name): \(remark.message)", file: source.name,
        range: columns?[name].flatMap(row.range) ?? row.range, help: remark.help)
    }
    return read.value
  }
}
