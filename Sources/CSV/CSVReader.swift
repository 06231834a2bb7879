package import Diagnostics

/// An incremental reader of comma-separated values with a header (RFC 4180). Only the current row is in memory.
///
/// The reader accepts common variations: a byte order mark; lines that end with LF, CR LF, or CR; semicolons or tabs
/// as separators; white space before an opening quote; blank lines; rows that are shorter or longer than the header.
/// It reports other deviations from RFC 4180 before their row.
package struct CSVReader: Sendable {
  /// An element of a file.
  package enum Event: Sendable {
    /// The header, once and before all rows.
    case header(CSVHeader)
    /// A row below the header.
    case row(CSVRow)
    /// A mistake. Its row follows, unless the mistake prevents reading the row.
    case mistake(CSVMistake)
  }

  /// Maximum size of a row in bytes.
  package static let maximumRow = 1 << 20

  private enum State { case start, bare, quoted, quote, closed }

  /// The number of columns; `nil` before the header.
  private var columns: Int?
  private var search: CSVSeparatorSearch? = CSVSeparatorSearch()
  private var separator = CSVSeparator.comma.rawValue
  private var state = State.start
  private var row = CSVRow()
  /// The start of the current field in the row's bytes, and in the file.
  private var textStart = 0
  private var fieldStart = 0
  private var rowStart = 0
  /// The offset of the current chunk in the file.
  private var offset = 0
  private var line = 1
  private var lastWasCarriageReturn = false
  private var isTooLarge = false
  private var fieldHasQuotes = false
  private var rowHasQuotes = false
  private var mistakes: [CSVMistake] = []

  /// Creates a reader at the start of a file.
  package init() {}

  package static func read(_ source: SourceText, _ body: (Event) -> Void) {
    var reader = CSVReader()
    reader.read(source.bytes, body)
    reader.finish(body)
  }

  /// Reads the next bytes of the file, and calls `body` for each element that they complete.
  package mutating func read<Failure: Error>(
    _ bytes: [UInt8], _ body: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    guard search != nil else { return try parse(bytes, body) }
    guard let separator = search?.read(bytes) else { return }
    try begin(separator, body)
  }

  /// Reads the remaining elements. Call this method once, after the last bytes.
  package mutating func finish<Failure: Error>(
    _ body: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    if let search { try begin(search.mostFrequent, body) }
    if state == .quoted {
      let range = SourceRange(fieldStart, fieldStart + 1)
      return try body(.mistake(CSVMistake(kind: .unclosedQuote, line: row.line, range: range)))
    }
    endField(at: offset)
    try endRow(body)
  }

  private mutating func begin<Failure: Error>(
    _ separator: CSVSeparator, _ body: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    self.separator = separator.rawValue
    let bytes = search?.bytes ?? []
    search = nil
    guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return try parse(bytes, body) }
    offset = 3
    fieldStart = 3
    rowStart = 3
    try parse(Array(bytes[3...]), body)
  }

  private mutating func parse<Failure: Error>(
    _ bytes: [UInt8], _ body: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if state == .quoted {
        index = readQuoted(bytes, from: index)
        continue
      }
      if lastWasCarriageReturn {
        lastWasCarriageReturn = false
        if byte == 0x0A {
          index += 1
          fieldStart = offset + index
          rowStart = fieldStart
          continue
        }
      }
      if byte == separator {
        endField(at: offset + index)
        fieldStart = offset + index + 1
        index += 1
      } else if byte == 0x0A || byte == 0x0D {
        endField(at: offset + index)
        lastWasCarriageReturn = byte == 0x0D
        line += 1
        index += 1
        fieldStart = offset + index
        try endRow(body)
      } else {
        index = readField(bytes, from: index)
      }
    }
    offset += bytes.count
  }

  /// Reads quoted text up to the closing quote.
  private mutating func readQuoted(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      let byte = bytes[index]
      if byte == 0x0D || byte == 0x0A && !lastWasCarriageReturn { line += 1 }
      lastWasCarriageReturn = byte == 0x0D
      index += 1
    }
    keep(bytes[start..<index])
    guard index < bytes.count else { return index }
    lastWasCarriageReturn = false
    state = .quote
    return index + 1
  }

  /// Reads bytes that are neither quoted, nor a separator, nor a line end.
  private mutating func readField(_ bytes: [UInt8], from start: Int) -> Int {
    let byte = bytes[start]
    let isQuote = byte == UInt8(ascii: "\"")
    switch state {
    case .start where isQuote:
      row.bytes.removeLast(row.bytes.count - textStart)
      fieldHasQuotes = true
      rowHasQuotes = true
      state = .quoted
      return start + 1
    case .quote where isQuote:
      keep(bytes[start...start])
      state = .quoted
      return start + 1
    case .start where byte == 0x20 || byte == 0x09:
      keep(bytes[start...start])
      return start + 1
    case .quote where byte == 0x20 || byte == 0x09, .closed where byte == 0x20 || byte == 0x09:
      state = .closed
      return start + 1
    case .quote, .closed:
      note(.textAfterQuote, at: start)
    case .bare where isQuote && !fieldHasQuotes:
      note(.bareQuote, at: start)
      // One mistake per field is enough.
      fieldHasQuotes = true
    default: break
    }
    state = .bare
    var index = start + 1
    while index < bytes.count, bytes[index] != separator, bytes[index] != 0x0A, bytes[index] != 0x0D,
      fieldHasQuotes || bytes[index] != UInt8(ascii: "\"")
    { index += 1 }
    keep(bytes[start..<index])
    return index
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    if row.bytes.count + row.fields.count + bytes.count > Self.maximumRow { isTooLarge = true }
    if !isTooLarge { row.bytes += bytes }
  }

  private mutating func endField(at end: Int) {
    if row.fields.count >= Self.maximumRow { isTooLarge = true }
    if !isTooLarge {
      row.fields.append(.init(text: textStart..<row.bytes.count, range: SourceRange(fieldStart, end)))
    }
    textStart = row.bytes.count
    fieldStart = end
    state = .start
    fieldHasQuotes = false
  }

  private mutating func endRow<Failure: Error>(
    _ body: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    // A row may consist of an empty quoted field. Other empty lines are blank.
    let isBlank = row.count <= 1 && !rowHasQuotes && !isTooLarge && !row.bytes.contains { $0 > 0x20 }
    let isRead = !isBlank && check()
    for mistake in mistakes { try body(.mistake(mistake)) }
    mistakes.removeAll(keepingCapacity: true)
    if isRead, columns == nil {
      let header = CSVHeader(row)
      columns = header.names.count
      for column in header.repeated {
        let kind = CSVMistake.Kind.repeatedColumn(header.names[column])
        try body(.mistake(CSVMistake(kind: kind, line: row.line, range: row.range(at: column) ?? row.range)))
      }
      try body(.header(header))
    } else if isRead {
      try body(.row(row))
    }
    row.removeAll(line: line)
    textStart = 0
    rowStart = fieldStart
    isTooLarge = false
    rowHasQuotes = false
  }

  /// Returns whether the row is usable, and records its mistakes.
  private mutating func check() -> Bool {
    if isTooLarge {
      let range = SourceRange(rowStart, rowStart + 1)
      mistakes = [CSVMistake(kind: .rowSize, line: row.line, range: range)]
      return false
    }
    if row.bytes.contains(where: { $0 >= 0x80 }), String(validating: row.bytes, as: UTF8.self) == nil {
      mistakes = [CSVMistake(kind: .notUTF8, line: row.line, range: row.range)]
      return false
    }
    guard let columns else { return true }
    // Spreadsheets pad rows with empty fields.
    if row.count < columns || row.hasValues(beyond: columns) {
      let kind = CSVMistake.Kind.ragged(fields: row.count, columns: columns)
      mistakes.append(CSVMistake(kind: kind, line: row.line, range: row.range))
    }
    return true
  }

  private mutating func note(_ kind: CSVMistake.Kind, at index: Int) {
    let range = SourceRange(offset + index, offset + index + 1)
    mistakes.append(CSVMistake(kind: kind, line: line, range: range))
  }
}
