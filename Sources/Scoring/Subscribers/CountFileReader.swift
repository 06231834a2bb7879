import CSV
import Diagnostics
import JSON

/// Reader that converts the bytes of a file of counts to rows. It reads CSV and NDJSON row by row, and JSON as a whole.
package struct CountFileReader {
  private enum Form { case unknown, csv, lines, whole }

  /// Maximum length of an NDJSON line, in bytes.
  private static let longestLine = 1 << 20

  /// The contents read so far.
  package private(set) var file: CountFile

  private let name: String
  private var decoder = CountTextDecoder()
  private var form = Form.unknown
  private var csv = CSVReader()
  private var columns: [CountField?] = []
  private var rest: [UInt8] = []
  private var line = 0

  /// Creates a reader at the start of a file.
  package init(name: String, allowsIdentifiers: Bool) {
    self.name = name
    file = CountFile(name: name, allowsIdentifiers: allowsIdentifiers)
  }

  /// Reads the next bytes.
  package mutating func read(_ bytes: [UInt8]) {
    if !file.isRefused { readText(decoder.decode(bytes)) }
  }

  private mutating func readText(_ bytes: [UInt8]) {
    if bytes.isEmpty || file.isRefused { return }
    if form == .unknown {
      rest += bytes
      guard let form = Self.form(of: rest, isAll: false) else { return }
      begin(form)
    } else {
      go(on: bytes)
    }
  }

  /// Reads the remaining bytes at the end of the file.
  package mutating func finish() {
    readText(decoder.finish())
    if decoder.readsWindows1252 {
      file.passOver("count-encoding", "the file is not UTF-8; it is read as Windows-1252", nil, .warning)
    }
    if form == .unknown, !rest.isEmpty { begin(Self.form(of: rest, isAll: true) ?? .csv) }
    switch form {
    case .unknown: file.refuse("empty-file", "the file is empty", nil, help: "give rows of feeds and counts")
    case .csv:
      var reader = csv
      reader.finish { take($0) }
      if columns.isEmpty, !file.isRefused { refuseHeader() }
    case .lines: if !rest.isEmpty { takeLine(rest[...]) }
    case .whole: takeWhole()
    }
    rest = []
  }

  /// Returns the format that the first bytes indicate; `nil` if more bytes are needed.
  private static func form(of bytes: [UInt8], isAll: Bool) -> Form? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = bytes[start...].firstIndex(where: { $0 > 0x20 }) else { return isAll ? .csv : nil }
    switch bytes[first] {
    case UInt8(ascii: "["): return .whole
    case UInt8(ascii: "{"):
      guard let end = bytes[first...].firstIndex(of: 0x0A) else {
        return isAll || bytes.count > longestLine ? .whole : nil
      }
      var mistakes: [Diagnostic] = []
      let line = JSONDocument.parse(SourceText(name: "", bytes: Array(bytes[first..<end])), into: &mistakes)
      return line != nil && mistakes.isEmpty ? .lines : .whole
    default: return .csv
    }
  }

  private mutating func begin(_ form: Form) {
    self.form = form
    let bytes = rest.starts(with: [0xEF, 0xBB, 0xBF]) && form != .csv ? Array(rest.dropFirst(3)) : rest
    rest = []
    go(on: bytes)
  }

  private mutating func go(on bytes: [UInt8]) {
    switch form {
    case .csv:
      var reader = csv
      reader.read(bytes) { take($0) }
      csv = reader
    case .lines:
      rest += bytes
      var start = 0
      while let end = rest[start...].firstIndex(of: 0x0A) {
        takeLine(rest[start..<end])
        start = end + 1
      }
      rest.removeSubrange(..<start)
      if rest.count > Self.longestLine {
        file.refuse("count-line", "a line is longer than 1 MB", nil, help: "write an object a line")
      }
    case .whole: rest += bytes
    case .unknown: break
    }
  }

  private mutating func take(_ event: CSVReader.Event) {
    switch event {
    case .header(let header):
      var row = CountRow(place: 1)
      for (index, name) in header.names.enumerated() { row.look(into: name, column: index + 1) }
      if file.refusesIdentifier(in: row) { return }
      columns = header.names.map { CountField(name: $0) }
      if !columns.contains(.feed), !columns.contains(.collection) {
        refuseHeader()
      }
    case .row(let cells):
      var row = CountRow(place: cells.line)
      for column in 0..<cells.count {
        row.add(cells[column] ?? "", to: column < columns.count ? columns[column] : nil, column: column + 1)
      }
      file.take(row)
    case .mistake(let mistake):
      let row = CountRow(place: mistake.line)
      switch mistake.kind {
      case .unclosedQuote, .rowSize, .notUTF8: file.passOver("count-row", "the row cannot be read", row)
      case .ragged: file.passOver("csv-ragged-row", "the row has other columns than the first", row, .warning)
      case .textAfterQuote, .bareQuote, .repeatedColumn: break
      }
    }
  }

  private mutating func refuseHeader() {
    file.refuse(
      "count-header", "the first row names no column of feeds", nil,
      help: "name the columns, as in: feedURL,count,period")
  }

  private mutating func takeLine(_ bytes: ArraySlice<UInt8>) {
    line += 1
    guard bytes.contains(where: { $0 > 0x20 }) else { return }
    var mistakes: [Diagnostic] = []
    let document = JSONDocument.parse(SourceText(name: "", bytes: Array(bytes)), into: &mistakes)
    guard let root = document?.root, mistakes.isEmpty else {
      return file.passOver("count-row", "the line is no JSON object", CountRow(place: line))
    }
    take(root, place: line, period: nil)
  }

  private mutating func takeWhole() {
    var mistakes: [Diagnostic] = []
    let document = JSONDocument.parse(SourceText(name: "", bytes: rest), into: &mistakes)
    rest = []
    guard let root = document?.root, !mistakes.contains(where: { $0.severity == .error }) else {
      file.refuse("count-json", "the file is not JSON", nil, help: "give an array of objects, or an object a line")
      return
    }
    var rows = root.array
    var period: String?
    var others = CountRow(place: 1)
    let members: [JSONMember] = root.object.map { Array($0) } ?? []
    for (index, member) in members.enumerated() {
      if member.key == "counts", let array = member.value.array {
        rows = array
      } else {
        others.add(member, column: index + 1)
      }
      if member.key == "period" { period = member.value.string }
    }
    guard let rows else {
      // A single object is one row.
      return take(root, place: 1, period: nil)
    }
    if file.refusesIdentifier(in: others) { return }
    for (index, row) in rows.enumerated() { take(row, place: index + 1, period: period) }
  }

  private mutating func take(_ object: JSONValue, place: Int, period: String?) {
    var row = CountRow(place: place)
    guard let members = object.object else {
      return file.passOver("count-row", "it is no JSON object", row)
    }
    for (index, member) in members.enumerated() {
      row.add(member, column: index + 1)
    }
    if let period, row[.period] == nil { row.add(period, to: .period, column: 0) }
    file.take(row)
  }
}
