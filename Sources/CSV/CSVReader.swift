package import Diagnostics

/// A reader of comma-separated values with a header (RFC 4180).
///
/// The reader accepts common variations: a byte order mark; lines that end with LF, CR LF, or CR; semicolons or tabs
/// as separators; white space before an opening quote; blank lines; rows that are shorter or longer than the header.
/// It reports other deviations from RFC 4180 before their row.
package struct CSVReader {
  package enum Event: Sendable {
    /// The header, once and before all rows.
    case header(CSVHeader)
    case row(CSVRow)
    /// A mistake. Its row follows, unless the mistake prevents reading the row.
    case mistake(CSVMistake)
  }

  package static let maximumRow = 1 << 20

  /// The maximum number of bytes of a row.
  private let maximumRow: Int
  /// The bytes that were not read yet, and their place in the file.
  private var bytes: [UInt8] = []
  private var offset = 0
  /// The number of bytes to wait for before an incomplete row is read again.
  private var awaited = 0
  /// `nil` before the header.
  private var separator: UInt8?
  private var index = 0
  private var line = 1
  private var columns: Int?
  private var mistakes: [CSVMistake] = []

  package static func read(_ source: SourceText, _ body: (Event) -> Void) {
    var reader = CSVReader()
    reader.read(source.bytes[...], isLast: true, body)
  }

  package static func separator(of source: SourceText) -> UInt8 {
    let mark = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return CSVSeparator(mostFrequentIn: source.bytes[mark...]).rawValue
  }

  package init(maximumRow: Int = CSVReader.maximumRow) { self.maximumRow = maximumRow }

  /// Reads the next bytes of a file, and calls `body` with what they complete.
  package mutating func read<Failure: Error>(
    _ chunk: ArraySlice<UInt8>, isLast: Bool, _ body: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    if bytes.isEmpty { bytes = Array(chunk) } else { bytes += chunk }
    guard isLast || bytes.count >= awaited else { return }
    if separator == nil {
      guard isLast || bytes.count >= CSVSeparator.sample else { return }
      index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      separator = CSVSeparator(mostFrequentIn: bytes[index...]).rawValue
    }
    while index < bytes.count, try readRow(isLast: isLast, body) {}
    awaited = 2 * (bytes.count - index)
    offset += index
    bytes.removeFirst(index)
    index = 0
  }

  /// Reads a row. Returns false if the row may continue in the next bytes.
  private mutating func readRow<Failure: Error>(
    isLast: Bool, _ body: (Event) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    let (start, startLine) = (index, line)
    var row = CSVRow(line: line)
    mistakes = []
    repeat { readField(into: &row) } while endField()
    if !isLast, index == bytes.count, index - start <= 2 * maximumRow {
      (index, line) = (start, startLine)
      return false
    }
    check(row, from: start)
    for mistake in mistakes { try body(.mistake(mistake)) }
    if row.isBlank || mistakes.contains(where: \.preventsReading) { return true }
    guard columns == nil else {
      try body(.row(row))
      return true
    }
    let header = CSVHeader(row)
    columns = header.names.count
    for column in header.repeated {
      let kind = CSVMistake.Kind.repeatedColumn(header.names[column])
      try body(.mistake(CSVMistake(kind: kind, line: row.line, range: row.range(at: column) ?? row.range)))
    }
    try body(.header(header))
    return true
  }

  private func range(_ start: Int, _ end: Int) -> SourceRange { SourceRange(offset + start, offset + end) }

  /// Skips the separator or line end after a field. Returns whether another field follows.
  private mutating func endField() -> Bool {
    guard index < bytes.count else { return false }
    let byte = bytes[index]
    index += 1
    if byte == separator { return true }
    if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
    line += 1
    return false
  }

  private mutating func readField(into row: inout CSVRow) {
    let (start, text) = (index, row.bytes.count)
    skipSpaces()
    let isQuoted = index < bytes.count && bytes[index] == UInt8(ascii: "\"")
    if isQuoted {
      row.hasQuotes = true
      readQuoted(into: &row, from: start)
      skipSpaces()
      if index < endOfField {
        note(.textAfterQuote, at: index)
        row.bytes += bytes[index..<endOfField]
      }
    } else {
      let field = bytes[start..<endOfField]
      if let quote = field.firstIndex(of: UInt8(ascii: "\"")) { note(.bareQuote, at: quote) }
      row.bytes += field
    }
    index = endOfField
    row.fields.append(.init(text: text..<row.bytes.count, range: range(start, index), isQuoted: isQuoted))
  }

  /// Reads quoted text and its closing quote, or the rest of the file without one.
  private mutating func readQuoted(into row: inout CSVRow, from start: Int) {
    while true {
      index += 1
      let end = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.count
      row.bytes += bytes[index..<end]
      line += (index..<end).count { bytes[$0] == 0x0D || bytes[$0] == 0x0A && bytes[$0 - 1] != 0x0D }
      index = min(end + 1, bytes.count)
      if end == bytes.count {
        mistakes.append(CSVMistake(kind: .unclosedQuote, line: row.line, range: range(start, start + 1)))
        return
      }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return }
      row.bytes.append(bytes[index])
    }
  }

  private mutating func skipSpaces() {
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09, bytes[index] != separator { index += 1 }
  }

  /// The offset of the next separator or line end.
  private var endOfField: Int {
    bytes[index...].firstIndex { $0 == separator || $0 == 0x0A || $0 == 0x0D } ?? bytes.count
  }

  private mutating func check(_ row: CSVRow, from start: Int) {
    if row.isBlank || mistakes.contains(where: \.preventsReading) { return }
    if row.bytes.count + row.fields.count > maximumRow {
      mistakes = [CSVMistake(kind: .rowSize, line: row.line, range: range(start, start + 1))]
    } else if String(validating: row.bytes, as: UTF8.self) == nil {
      mistakes = [CSVMistake(kind: .notUTF8, line: row.line, range: row.range)]
    } else if let columns, row.count < columns || row.hasValues(beyond: columns) {
      // Spreadsheets pad rows with empty fields.
      let kind = CSVMistake.Kind.ragged(fields: row.count, columns: columns)
      mistakes.append(CSVMistake(kind: kind, line: row.line, range: row.range))
    }
  }

  private mutating func note(_ kind: CSVMistake.Kind, at index: Int) {
    mistakes.append(CSVMistake(kind: kind, line: line, range: range(index, index + 1)))
  }
}
