import CSV
import Catalog
import CloudKitRecords
package import CloudKitSchema
import Diagnostics

/// A reader of records of one type in a CSV file, chunk by chunk.
///
/// Fields without a column keep their values; an empty cell means that the field has no value.
package struct RecordTableReader: RecordFileReading {
  private enum Column {
    case name, type
    case field(Field)
  }

  /// Maximum bytes of a row: a record of 1 MB with lists in JSON.
  private static let longestRow = 16 << 20

  package private(set) var manifest: RecordManifest?
  package private(set) var digest: String?
  package var counts: [RecordType.Name: Int] { lines.isEmpty ? [:] : [type.name: lines.count] }

  private let type: RecordType
  private let rules: RecordRules
  private var csv = CSVReader(maximumRow: RecordTableReader.longestRow)
  private var hasher = ContentHasher()
  private var isAtStart = true
  private var columns: [Column] = []
  private var lines: [RecordName: Int] = [:]

  package init(_ type: RecordType, _ schema: Schema) {
    self.type = type
    rules = RecordRules(schema)
  }

  package mutating func read(_ bytes: ArraySlice<UInt8>) throws(RecordFileError) -> [RecordEntry] {
    if isAtStart { try refuseUTF16(bytes) }
    isAtStart = false
    hasher.add(Array(bytes))
    return try entries(bytes, isLast: false)
  }

  package mutating func finish() throws(RecordFileError) -> [RecordEntry] {
    let entries = try entries([], isLast: true)
    guard manifest != nil else { throw RecordFileError(line: nil, reason: "the file has no header") }
    digest = hasher.hexadecimal
    return entries
  }

  private func refuseUTF16(_ bytes: ArraySlice<UInt8>) throws(RecordFileError) {
    guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(4).contains(0) else {
      return
    }
    throw RecordFileError(line: nil, reason: "the file is UTF-16; save it as UTF-8")
  }

  private mutating func entries(
    _ bytes: ArraySlice<UInt8>, isLast: Bool
  ) throws(RecordFileError) -> [RecordEntry] {
    var events: [CSVReader.Event] = []
    csv.read(bytes, isLast: isLast) { events.append($0) }
    var entries: [RecordEntry] = []
    for event in events {
      switch event {
      case .header(let header): try read(header)
      case .row(let row): entries.append(try entry(row))
      case .mistake(let mistake): try check(mistake)
      }
    }
    return entries
  }

  /// A row with a mistake could be read in several ways.
  private func check(_ mistake: CSVMistake) throws(RecordFileError) {
    switch mistake.kind {
    case .bareQuote: return
    case .rowSize:
      throw RecordFileError(
        line: mistake.line,
        reason: "the row is larger than \(Self.longestRow >> 20) MB; check for a quote that is not closed")
    case .ragged, .repeatedColumn:
      throw RecordFileError(line: mistake.line, reason: mistake.diagnostic(file: "").message)
    case .textAfterQuote:
      throw RecordFileError(
        line: mistake.line, reason: "text follows a closing quote; write quotes inside a field twice")
    case .unclosedQuote, .notUTF8:
      let diagnostic = mistake.diagnostic(file: "")
      throw RecordFileError(
        line: mistake.line, reason: [diagnostic.message, diagnostic.help].compactMap(\.self).joined(separator: "; "))
    }
  }

  private mutating func read(_ header: CSVHeader) throws(RecordFileError) {
    var named: Set<String> = []
    for (index, name) in header.names.enumerated() {
      switch name {
      case RecordColumns.nameColumn: columns.append(.name)
      case RecordColumns.typeColumn: columns.append(.type)
      default:
        do throws(RequestMistake) { columns.append(.field(try type.settableField(name))) } catch {
          let reason = name.isEmpty ? "the column has no name" : error.description
          throw RecordFileError(line: 1, column: index + 1, reason: reason)
        }
      }
      named.insert(name)
    }
    guard named.contains(RecordColumns.nameColumn) else {
      throw RecordFileError(
        line: 1,
        reason: "the header has no column \(RecordColumns.nameColumn); without it, each run would create records again")
    }
    let absent = type.fields.map(\.name).filter { !SystemField.isReserved($0) && !named.contains($0) }
    manifest = RecordManifest(types: [type.name], skipped: absent.map { "\(type.name).\($0)" })
  }

  private mutating func entry(_ row: CSVRow) throws(RecordFileError) -> RecordEntry {
    var record = Record(type: type.name, name: "")
    for (index, column) in columns.enumerated() {
      let cell = row.cell(at: index)
      do throws(RequestMistake) {
        switch column {
        case .name: record.name = try name(cell)
        case .type where cell.map { $0 == type.name } ?? true: break
        case .type:
          let other = DisplayText.line(cell ?? "", atMost: 60)
          throw RequestMistake("the record is a '\(other)', not a \(type.name)")
        case .field(let field): record[field.name] = try value(cell, of: field)
        }
      } catch {
        throw RecordFileError(line: row.line, column: index + 1, reason: error.description)
      }
    }
    if let other = lines.updateValue(row.line, forKey: record.name) {
      throw RecordFileError(line: row.line, reason: "the record '\(record.name)' is already in line \(other)")
    }
    if let problem = rules.problem(of: record) { throw RecordFileError(line: row.line, reason: problem.reason) }
    return RecordEntry(record)
  }

  private func name(_ cell: String?) throws(RequestMistake) -> RecordName {
    let name = RecordName(cell ?? "")
    if name.rawValue.isEmpty {
      throw RequestMistake("the record name is missing; without it, each run would create the record again")
    }
    if let problem = name.problem { throw RequestMistake(problem) }
    return name
  }

  private func value(_ cell: String?, of field: Field) throws(RequestMistake) -> FieldValue? {
    guard let cell else { return nil }
    let isText = !field.type.isList && [.string, .bytes].contains(field.type.primitive)
    if isText { return try FieldValue(cell, for: field) }
    // Spreadsheets and people put white space around values.
    let text = String(cell.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    return text.isEmpty ? nil : try FieldValue(text, for: field)
  }
}
