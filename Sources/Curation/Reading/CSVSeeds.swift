import CSV
import Catalog
import CloudKitRecords
import Diagnostics

/// Turns a table of feeds into feed seeds, which fill absent fields only.
struct CSVSeeds {
  private(set) var file = SeedFile()
  private let source: SourceText
  private var columns: CSVSeedColumns?
  private var rows = 0

  init(_ source: SourceText) { self.source = source }

  /// Whether a text is such a table: its first row names a column of addresses.
  static func isOne(_ source: SourceText) -> Bool {
    // Addresses one a line may be many: the first row is enough.
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
        file: source.name, help: "known are \(CSVSeedColumns.Kind.allCases.map(\.rawValue).joined(separator: ", "))"))
  }

  private mutating func read(_ row: CSVRow, _ columns: CSVSeedColumns) {
    guard let url = columns[.feedURL].flatMap({ row[$0] }), !url.isEmpty else {
      file.skipped += 1
      return
    }
    let place = SeedPlace(file: source.name, range: row.range)
    var seed = FeedSeed(feedURL: url, authority: .fillAbsent, place: place)
    seed.title = text(.title, .title, row)
    seed.subtitle = text(.description, .description, row)
    seed.siteURL = address(.siteURL, row)
    seed.imageURL = address(.imageURL, row)
    seed.language = raw(.language, row).flatMap { LanguageTag.problem(in: $0) == nil ? $0 : nil }
    seed.isFeatured = flag(.isFeatured, row)
    seed.isVerified = flag(.isVerified, row)
    seed.isActive = flag(.isActive, row)
    seed.addedAt = moment(.addedAt, row)
    seed.tags = raw(.tags, row).map { tags($0, row) }
    seed.folders = raw(.folder, row).map { folders($0, row) } ?? []
    seed.categoryAttributes = text(.category, .title, row).map { [$0] } ?? []
    file.seeds.feeds.append(seed)
  }

  /// The text of a field; `nil` where there is none.
  private func raw(_ kind: CSVSeedColumns.Kind, _ row: CSVRow) -> String? {
    columns?[kind].flatMap { row[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func text(_ kind: CSVSeedColumns.Kind, _ limit: CleanText.Limit, _ row: CSVRow) -> String? {
    raw(kind, row).flatMap { keep(SeedValue(text: $0, limit: limit), kind, row) }
  }

  private mutating func address(_ kind: CSVSeedColumns.Kind, _ row: CSVRow) -> String? {
    raw(kind, row).flatMap { keep(SeedValue(address: $0, refusing: .warning), kind, row) }
  }

  private mutating func flag(_ kind: CSVSeedColumns.Kind, _ row: CSVRow) -> Bool? {
    guard let text = raw(kind, row) else { return nil }
    switch text.lowercased() {
    case "1", "true", "yes", "x": return true
    case "0", "false", "no": return false
    default:
      refuse(kind, row, "invalid-flag", "this is neither true nor false", help: "write 'true' or 'false'")
      return nil
    }
  }

  private mutating func moment(_ kind: CSVSeedColumns.Kind, _ row: CSVRow) -> Timestamp? {
    guard let text = raw(kind, row) else { return nil }
    if let moment = Timestamp(iso8601: text) { return moment }
    refuse(
      kind, row, "invalid-date", "this is not a date", help: "write '2026-11-21' or '2026-11-21T10:00:00Z', for example"
    )
    return nil
  }

  /// Words between ';', '|' or ',', none twice.
  private mutating func tags(_ raw: String, _ row: CSVRow) -> [String] {
    let separators: [UInt8] = [UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: ",")]
    var seen: Set<String> = []
    return raw.utf8.split { separators.contains($0) }.compactMap { word in
      let value = SeedValue(text: String(Substring(word)), limit: .tag)
      return keep(value, .tags, row).flatMap { seen.insert($0).inserted ? $0 : nil }
    }
  }

  /// Folders outermost first, with '/' between them.
  private mutating func folders(_ raw: String, _ row: CSVRow) -> [String] {
    raw.utf8.split(separator: UInt8(ascii: "/")).compactMap {
      keep(SeedValue(text: String(Substring($0)), limit: .tag), .folder, row)
    }
  }

  private mutating func keep(_ value: SeedValue, _ kind: CSVSeedColumns.Kind, _ row: CSVRow) -> String? {
    for remark in value.remarks {
      refuse(kind, row, remark.rule, remark.message, severity: remark.severity, help: remark.help)
    }
    return value.text
  }

  private mutating func refuse(
    _ kind: CSVSeedColumns.Kind, _ row: CSVRow, _ rule: String, _ message: String,
    severity: Diagnostic.Severity = .warning, help: String?
  ) {
    file.diagnostics.append(
      Diagnostic(
        severity, rule: rule, "\(kind.rawValue): \(message)", file: source.name,
        range: columns?[kind].flatMap(row.range) ?? row.range, help: help))
  }
}
