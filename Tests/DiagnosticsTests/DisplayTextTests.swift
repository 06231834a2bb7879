import Diagnostics
import Testing

@Suite("Display text")
struct DisplayTextTests {
  @Test("display text has no control characters and is truncated with an ellipsis")
  func line() {
    #expect(DisplayText.line("a\u{1B}[2Jb\nc\u{202E}d", atMost: 40) == "a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}d")
    #expect(DisplayText.line("abcdef", atMost: 6) == "abcdef")
    #expect(DisplayText.line("abcdefg", atMost: 6) == "abcde…")
    #expect(DisplayText.line("ééééééé", atMost: 6) == "ééééé…")
    #expect(DisplayText.line(String(repeating: "é\u{7}", count: 500_000), atMost: 4) == "é\u{FFFD}é…")
    #expect(
      DisplayText.line("a\tb", keepingTabs: true) == "a\tb" && DisplayText.line("a\tb", replacement: " ") == "a b")
    #expect(DisplayText.lines("a\rb\nc") == "a\u{FFFD}b\nc")
  }

  @Test("a count agrees with its noun")
  func count() {
    #expect(1.of("feed") == "1 feed" && 0.of("feed") == "0 feeds" && 2.of("category", "categories") == "2 categories")
  }

  @Test("the stable hash is FNV-1a and can continue an earlier hash")
  func hash() {
    #expect(
      StableHash("".utf8).hexadecimal == "cbf29ce484222325" && StableHash("a".utf8).hexadecimal == "af63dc4c8601ec8c")
    #expect(StableHash("b".utf8, from: StableHash("a".utf8).value) == StableHash("ab".utf8))
  }
}
