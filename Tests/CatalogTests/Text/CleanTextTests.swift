import Catalog
import Testing

@Suite("Texts on their way into the catalog")
struct CleanTextTests {
  @Test(
    "what steers a terminal, breaks a line or turns text around is removed, and said",
    arguments: [
      ("Plain title", "Plain title", false), ("Größe 中文 😀 👩‍💻", "Größe 中文 😀 👩‍💻", false),
      ("  two  spaces ", "two spaces", false), ("a\nb", "a b", true), ("a\n", "a", false),
      ("\u{1B}[31mred\u{1B}[0m", "red", true), ("\u{1B}]0;title\u{07}x", "x", true),
      ("a\u{1B}]0;t\u{1B}\\b", "ab", true),
      ("a\u{202E}cba\u{202C}", "acba", true), ("a\u{0}b\u{7F}c\u{9B}d", "abcd", true), ("\u{FEFF}a", "a", true),
      ("a\u{2028}b", "a b", true), ("a\u{A0}b", "a b", false), ("", "", false), ("\u{1B}", "", true),
      ("שלום\u{200F}!", "שלום\u{200F}!", false), ("\u{200B}\u{200E}", "", true), ("\u{3000}", "", true),
      ("\u{3164}", "", true), ("\u{200B}a", "\u{200B}a", false), ("\u{3000}中", "\u{3000}中", false),
    ])
  func clean(raw: String, text: String, isCleaned: Bool) {
    let clean = CleanText(raw, limit: .title)
    #expect(clean.text == text)
    #expect(clean.isCleaned == isCleaned)
    #expect(!clean.isShortened)
  }

  @Test("a megabyte is cut at the limit", arguments: [CleanText.Limit.tag, .title, .description])
  func long(limit: CleanText.Limit) {
    let text = CleanText(String(repeating: "é ", count: 500_000), limit: limit)
    #expect(text.isShortened)
    #expect(text.text.unicodeScalars.count <= limit.rawValue)
    #expect(text.text.unicodeScalars.count >= limit.rawValue - 2)
  }
}
