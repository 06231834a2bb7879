import CSV
import Diagnostics
import Testing

@Suite("Writing CSV")
struct CSVWriterTests {
  private static let rows: [[String]] = [
    ["title", "feedURL"], ["a, b", "say \"no\""], ["line\nbreak", " space "], ["", ""], [""], ["=1+1", "-5"],
    ["日本", "'"],
  ]

  @Test("fields are in quotes where they need them")
  func quotes() {
    let writer = CSVWriter(formulas: .kept)
    let expected = """
      title,feedURL
      "a, b","say ""no""\"
      "line
      break"," space "
      ,
      ""
      =1+1,-5
      日本,'

      """
    let text = Self.rows.map(writer.line).joined()
    #expect(text.replacing("\r\n", with: "\n") == expected)
    #expect(text.utf8.count { $0 == 0x0D } == Self.rows.count)
  }

  @Test(
    "formulas are disarmed, numbers are not touched",
    arguments: [
      ("=1+1", "'=1+1"), ("+cmd", "'+cmd"), ("-cmd|x", "'-cmd|x"), ("@SUM(A1)", "'@SUM(A1)"), (" =1", "\"' =1\""),
      ("\t=1", "\"'\t=1\""), ("-5", "-5"), ("+1.5e3", "+1.5e3"), ("a=b", "a=b"),
    ])
  func formulas(field: String, expected: String) {
    #expect(CSVWriter(formulas: .escaped).line([field]) == expected + "\r\n")
    #expect(CSVWriter(formulas: .kept).line(["x", field]).hasPrefix("x,'") == false)
  }

  @Test("what was written reads as it was")
  func roundTrip() {
    let writer = CSVWriter(formulas: .kept)
    let source = SourceText(name: "f.csv", text: Self.rows.map(writer.line).joined())
    var rows: [[String]] = []
    CSVReader.read(source) { event in
      guard case .row(let row) = event else { return }
      rows.append((0..<row.count).compactMap { row.bytes(at: $0).map { String(decoding: $0, as: UTF8.self) } })
    }
    #expect(rows == Array(Self.rows.dropFirst()))
  }
}
