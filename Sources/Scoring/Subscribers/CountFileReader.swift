import CSV
package import Diagnostics
import JSON

/// Reader that converts a file of counts to rows: CSV with a header, or JSON Lines, in UTF-8.
package struct CountFileReader {
  private var file: CountFile
  private var columns: [CountField?] = []

  package static func read(_ source: SourceText, allowsIdentifiers: Bool) -> CountFile {
    var reader = CountFileReader(file: CountFile(name: source.name, allowsIdentifiers: allowsIdentifiers))
    reader.read(source)
    return reader.file
  }

  private mutating func read(_ source: SourceText) {
    // Text of UTF-16 without a byte order mark is valid UTF-8, with a NUL in every other byte.
    if let bad = source.firstInvalidByte ?? source.bytes.firstIndex(of: 0) {
      let row = CountRow(place: source.bytes[..<bad].count { $0 == 0x0A } + 1)
      return file.refuse("count-encoding", "the file is not UTF-8", row, help: "save the file as UTF-8")
    }
    let bytes = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? source.bytes.dropFirst(3) : source.bytes[...]
    switch bytes.first(where: { $0 > 0x20 }) {
    case nil: file.refuse("empty-file", "the file is empty", nil, help: "write rows of feeds and counts")
    case UInt8(ascii: "{"): readLines(bytes)
    case UInt8(ascii: "["): refuseDocument()
    default:
      CSVReader.read(source) { take($0) }
      if columns.isEmpty, !file.isRefused { refuseHeader() }
    }
  }

  private mutating func readLines(_ bytes: ArraySlice<UInt8>) {
    var isFirst = true
    for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
    where line.contains(where: { $0 > 0x20 }) {
      if file.isRefused { return }
      var row = CountRow(place: index + 1)
      var mistakes: [Diagnostic] = []
      let document = JSONDocument.parse(SourceText(name: "", bytes: Array(line)), into: &mistakes)
      let members = mistakes.isEmpty ? document?.root.object.map { Array($0) } : nil
      // A first line that is part of an object, or holds all rows, is the start of a JSON document.
      if isFirst, members?.contains(where: { $0.key == "counts" && $0.value.array != nil }) ?? true {
        return refuseDocument()
      }
      isFirst = false
      guard let members else {
        file.skip("count-row", "the line is not a JSON object", row)
        continue
      }
      for (index, member) in members.enumerated() { row.add(member, column: index + 1) }
      file.take(row)
    }
  }

  private mutating func take(_ event: CSVReader.Event) {
    switch event {
    case .header(let header):
      var row = CountRow(place: 1)
      for (index, name) in header.names.enumerated() { row.findIdentifier(in: name, column: index + 1) }
      if file.refusesIdentifier(in: row) { return }
      columns = header.names.map { CountField(name: $0) }
      if !columns.contains(.feed), !columns.contains(.collection) { refuseHeader() }
    case .row(let cells):
      var row = CountRow(place: cells.line)
      for column in 0..<cells.count {
        row.add(cells[column] ?? "", to: column < columns.count ? columns[column] : nil, column: column + 1)
      }
      file.take(row)
    case .mistake(let mistake):
      let row = CountRow(place: mistake.line)
      switch mistake.kind {
      case .unclosedQuote, .rowSize, .notUTF8: file.skip("count-row", "the row cannot be read", row)
      case .ragged: file.skip("csv-ragged-row", "the row's columns differ from the header", row, .warning)
      case .textAfterQuote, .bareQuote, .repeatedColumn: break
      }
    }
  }

  private mutating func refuseHeader() {
    file.refuse(
      "count-header", "the header has no feed column", CountRow(place: 1),
      help: "name the columns, as in: feedURL,count,period")
  }

  private mutating func refuseDocument() {
    file.refuse(
      "count-json", "the file is one JSON document", CountRow(place: 1), help: "write one JSON object per line")
  }
}
