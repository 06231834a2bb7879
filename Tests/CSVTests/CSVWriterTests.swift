import CSV
import Diagnostics
import Foundation
import Testing

@Suite("Writing CSV")
struct CSVWriterTests {
  private static let rows: [[String]] = [
    ["title", "feedURL"], ["a, b", "say \"no\""], ["line\nbreak", " space "], ["", ""], [""], ["=1+1", "-5"],
    ["日本", "'"],
  ]

  @Test("fields are in quotes where they need them")
  func quotes() {
    let writer = CSVWriter()
    let expected = """
      title,feedURL
      "a, b","say ""no""\"
      "line
      break"," space "
      ,
      ""
      '=1+1,-5
      日本,'

      """
    let text = Self.rows.map(writer.line).joined()
    #expect(text.replacing("\r\n", with: "\n") == expected)
    #expect(text.utf8.count { $0 == 0x0D } == Self.rows.count)
  }

  @Test(
    "an apostrophe precedes a formula but not a number, and reading removes it",
    arguments: [
      ("'=1", "''=1"), ("'-5", "''-5"), ("'tis", "'tis"), ("' @x", "'' @x"),
      ("=1+1", "'=1+1"), ("+cmd", "'+cmd"), ("-cmd|x", "'-cmd|x"), ("@SUM(A1)", "'@SUM(A1)"), (" =1", "\"' =1\""),
      ("\t=1", "\"'\t=1\""), ("-5", "-5"), ("+1.5e3", "+1.5e3"), ("a=b", "a=b"),
    ])
  func formulas(field: String, expected: String) {
    let line = CSVWriter().line([field])
    #expect(line == expected + "\r\n")
    var read: [String?] = []
    CSVReader.read(SourceText(name: "f.csv", text: "name\r\n" + line)) { event in
      if case .row(let row) = event { read.append(row[0]?.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
    #expect(read == [field.trimmingCharacters(in: .whitespacesAndNewlines)])
  }

  @Test("what was written reads as it was")
  func roundTrip() {
    let writer = CSVWriter()
    let source = SourceText(name: "f.csv", text: Self.rows.map(writer.line).joined())
    var rows: [[String]] = []
    CSVReader.read(source) { event in
      guard case .row(let row) = event else { return }
      rows.append((0..<row.count).compactMap { row[$0] })
    }
    #expect(rows == Self.rows.dropFirst().map { $0.map { $0 == " space " ? "space" : $0 } })
  }
}
