import CSV
import Diagnostics
import TestEnvironment
import Testing

@Suite("Reading CSV")
struct CSVReaderTests {
  /// What a text holds, told as lines: the header, rows with their line, and mistakes with line and bytes.
  private func told(_ text: String) -> [String] {
    var told: [String] = []
    CSVReader.read(SourceText(name: "f.csv", text: text)) { event in
      switch event {
      case .header(let header): told.append("header \(header.names)")
      case .row(let row): told.append("\(row.line) \((0..<row.count).compactMap { row[$0] })")
      case .mistake(let mistake):
        told.append("\(mistake.line) \(mistake.kind) \(mistake.range.start)..<\(mistake.range.end)")
      }
    }
    return told
  }

  private static let readings: [(String, [String])] = [
    ("", []),
    ("\n\r\n  \n", []),
    ("a,b\n1,2\n", ["header [\"a\", \"b\"]", "2 [\"1\", \"2\"]"]),
    ("\u{FEFF}a,b\r\n1,2", ["header [\"a\", \"b\"]", "2 [\"1\", \"2\"]"]),
    ("a;b;c\r1;2,5;3\r", ["header [\"a\", \"b\", \"c\"]", "2 [\"1\", \"2,5\", \"3\"]"]),
    ("a\tb\n1\t2 \n\n3\t4\n", ["header [\"a\", \"b\"]", "2 [\"1\", \"2\"]", "4 [\"3\", \"4\"]"]),
    ("\"a,;;;\",b\n1,2", ["header [\"a,;;;\", \"b\"]", "2 [\"1\", \"2\"]"]),
    (
      "a,b\n\"x\ny\r\nz\", \"say \"\"no\"\"\" \n3,4",
      [
        "header [\"a\", \"b\"]", #"2 ["x\ny\r\nz", "say \"no\""]"#, #"5 ["3", "4"]"#,
      ]
    ),
    ("a\n\"\"\n\nb", ["header [\"a\"]", "2 [\"\"]", "4 [\"b\"]"]),
    (
      "a,b\n1\n1,2,,\n1,2,3",
      [
        "header [\"a\", \"b\"]", "2 ragged(fields: 1, columns: 2) 4..<5", "2 [\"1\"]", #"3 ["1", "2", "", ""]"#,
        "4 ragged(fields: 3, columns: 2) 12..<17", #"4 ["1", "2", "3"]"#,
      ]
    ),
    ("a,A,b\n", ["1 repeatedColumn(\"A\") 2..<3", "header [\"a\", \"A\", \"b\"]"]),
    (
      "a\n\"x\"y z\nu \"v\" w\n",
      [
        "header [\"a\"]", "2 textAfterQuote 5..<6", "2 [\"xy z\"]", "3 bareQuote 11..<12", #"3 ["u \"v\" w"]"#,
      ]
    ),
    ("a,b\n1,\"2\n3,4\n", ["header [\"a\", \"b\"]", "2 unclosedQuote 6..<7"]),
    ("a,b\n1,\"", ["header [\"a\", \"b\"]", "2 unclosedQuote 6..<7"]),
    ("a,b\n1,", ["header [\"a\", \"b\"]", "2 [\"1\", \"\"]"]),
    ("a,b\n \"1\" ,2\"", ["header [\"a\", \"b\"]", "2 bareQuote 11..<12", #"2 ["1", "2\""]"#]),
  ]

  @Test("rows are read, with what exporters make of them", arguments: readings)
  func rows(text: String, expected: [String]) {
    #expect(told(text) == expected)
  }

  @Test("a row that is too large, or not UTF-8, is told and passed over")
  func refusedRows() {
    let large = String(repeating: "x", count: CSVReader.maximumRow + 1)
    #expect(told("a\n\(large)\n1\n") == ["header [\"a\"]", "2 rowSize 2..<3", "3 [\"1\"]"])
    var told: [String] = []
    CSVReader.read(SourceText(name: "f.csv", bytes: Array("a\nx".utf8) + [0xE9, 0x0A, 0x31])) { event in
      switch event {
      case .header: break
      case .row(let row): told.append(row[0] ?? "")
      case .mistake(let mistake): told.append(CodeFrame.renderWithoutFrame(mistake.diagnostic(file: "f.csv")))
      }
    }
    #expect(told == ["f.csv: error: row is not UTF-8 [not-utf8]\n  = save the file as UTF-8", "1"])
  }

  @Test("a column is found whatever the case, width and punctuation of its name")
  func columns() {
    for name in ["feedURL", "Feed URL", "feed_url", "FEED-URL", "ＦｅｅｄＵＲＬ"] {
      CSVReader.read(SourceText(name: "f.csv", text: "title,\(name)\n")) { event in
        guard case .header(let header) = event else { return }
        #expect(header.column("url", "feedURL") == 1)
        #expect(header.column("site") == nil)
      }
    }
  }

  @Test("a field has its place, and nothing beyond the row's end")
  func places() {
    let source = SourceText(name: "f.csv", text: "a,b\n\"x, y\",2")
    CSVReader.read(source) { event in
      guard case .row(let row) = event else { return }
      #expect(row.range(at: 0).map(source.string) == "\"x, y\"")
      #expect(source.string(row.range) == "\"x, y\",2")
      #expect(row[2] == nil && row.bytes(at: 2) == nil && row.range(at: 2) == nil)
    }
  }

  @Test("quotes, separators, and line breaks without end are read in linear time")
  func large() {
    var rows = 0
    CSVReader.read(SourceText(name: "f", text: String(repeating: "\"a\",\"b\"\"\"\n", count: 50_000))) {
      if case .row = $0 { rows += 1 }
    }
    #expect(rows == 49_999)
    for byte in [UInt8(ascii: "\""), UInt8(ascii: ","), 0x0D] {
      let isLinear = TimeGrowth.isLinear(upTo: 200_000) { size in
        var events = 0
        CSVReader.read(SourceText(name: "f", bytes: Array(repeating: byte, count: size))) { _ in events += 1 }
        #expect(events <= 1)
      }
      #expect(isLinear)
    }
  }
}
