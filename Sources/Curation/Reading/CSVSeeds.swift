import CSV
import Catalog
import CloudKitRecords
import Diagnostics

/// Feed seeds read from a CSV table. They fill absent fields only.
struct CSVSeeds {
  /// The column of folders, which is not a catalog field.
  private static let folder = "folder"
  /// The columns of a feed's identity beside its address.
  static let formerURLs = "formerURLs", recordName = "recordName"

  /// The column kinds with their accepted names, preferred names first. The names come from this project's exports,
  /// from OPML attributes, and from other tables.
  private static let kinds: [(name: String, names: [String])] =
    CatalogTable.feeds.curated.map { ($0.name, $0.columns) } + [
      (folder, ["folder", "folders", "group"]), (formerURLs, [formerURLs]), (recordName, [recordName]),
    ]

  private(set) var file: SeedFile
  private let source: SourceText
  /// The column indexes, keyed by the fields they state.
  private var columns: [String: Int] = [:]
  private var rows = 0

  /// Reads a table.
  init(_ source: SourceText) {
    self.source = source
    file = SeedFile(source)
    CSVReader.read(source) { event in
      switch event {
      case .header(let header): readHeader(header)
      case .row(let row):
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
  private static func columns(of header: CSVHeader) -> [String: Int] {
    var columns: [String: Int] = [:]
    for (name, names) in kinds {
      columns[name] = names.lazy.compactMap { header.column($0) }.first { !columns.values.contains($0) }
    }
    return columns[FeedField.feedURL.name] == nil ? [:] : columns
  }

  private mutating func readHeader(_ header: CSVHeader) {
    columns = Self.columns(of: header)
    let unknown = header.names.indices.filter { !columns.values.contains($0) && !header.names[$0].isEmpty }
    if columns.isEmpty || unknown.isEmpty { return }
    let names = unknown.map { "'\(DisplayText.line(header.names[$0], atMost: 40))'" }.joined(separator: ", ")
    file.report(
      .info, rule: "unknown-column", "ignored \(unknown.count == 1 ? "the column" : "the columns") \(names)",
      help: "known columns: \(Self.kinds.map(\.name).joined(separator: ", "))")
  }

  private mutating func read(_ row: CSVRow) {
    guard let url = raw(FeedField.feedURL.name, row) else {
      file.skipped += 1
      return
    }
    var seed = FeedSeed(
      feedURL: url, authority: .fillAbsent, place: SeedPlace(file: source.name, range: row.range))
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
    seed.formerURLs = raw(Self.formerURLs, row).map { $0.split(separator: " ").map(String.init) } ?? []
    seed.recordName = raw(Self.recordName, row).flatMap { file.recordName($0, at: row.range) }
    seed.folders = raw(Self.folder, row).map { folders($0, row) } ?? []
    file.seeds.feeds.append(seed)
  }

  /// Returns the text of a field, or `nil` if it is missing.
  private func raw(_ name: String, _ row: CSVRow) -> String? {
    columns[name].flatMap { row[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func tags(_ raw: String, _ row: CSVRow) -> [String] {
    WordCell.words(raw).compactMap { keep(SeedValue(text: $0, limit: .tag), FeedField.tags.name, row)?.string }
  }

  /// Returns the folders separated by '/', outermost first.
  private mutating func folders(_ raw: String, _ row: CSVRow) -> [String] {
    raw.utf8.split(separator: UInt8(ascii: "/")).compactMap {
      keep(SeedValue(text: String(Substring($0)), limit: .tag), Self.folder, row)?.string
    }
  }

  private mutating func keep(_ read: SeedValue, _ name: String, _ row: CSVRow) -> FieldValue? {
    file.value(read, name, at: columns[name].flatMap(row.range) ?? row.range)
  }
}
