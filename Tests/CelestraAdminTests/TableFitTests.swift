import Diagnostics
import Testing

@testable import CommandLineTool

@Suite("Tables in a window")
struct TableFitTests {
  private static let table = ReportTable(
    "feeds", [.text("title"), .text("language"), .number("score"), .text("URL"), .text("recordName")],
    rows: [
      [
        .init("Swift by Sundell, articles about Swift"), .init(""), .number(88), .init("https://a.example/feed"),
        .init("b7"),
      ],
      [
        .init("日本語のフィード"), .init(""), .number(7), .init("https://b.example/a-rather-long-address/feed.xml"),
        .init("c8"),
      ],
    ])

  @Test("every line fits, and the columns that are empty or last go first", arguments: 1...120)
  func fits(width: Int) {
    let text = Self.table.text(.window(width))
    let lines = text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { DisplayText.width(String($0)) <= width }, "\(text)")
    #expect(!text.contains("language"))
    if width >= 20 { #expect(text.hasPrefix("title")) }
  }

  @Test("a wide window and a pipe show all of it")
  func whole() {
    #expect(Self.table.text(.window(200)).contains("a-rather-long-address/feed.xml  c8"))
    #expect(!Self.table.text(.window(200)).contains("language"))
    let narrow = Self.table.text(.window(70))
    #expect(narrow.contains("score") && narrow.contains("recordName") && narrow.contains("…"), "\(narrow)")
    #expect(Self.table.text(.plain).split(separator: "\n").first?.contains("language") == true)
  }

  @Test(
    "a text is cut by the width of its characters",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
      ("é́́", 1, "é́́"), ("👩‍👩‍👧 family", 4, "👩‍👩‍👧 …"), ("שלום עולם", 5, "שלום…"),
    ])
  func cut(text: String, width: Int, shown: String) {
    #expect(DisplayText.cut(text, toWidth: width) == shown)
  }
}
