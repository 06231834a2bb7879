import Diagnostics
import Testing

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "the nearest word within a third of the letters is suggested",
    arguments: [
      ("titel", "title"), ("TITLE", "title"), ("feedUrl", "feedURL"), ("isfeatured", "isFeatured"), ("tag", "tags"),
      ("x", nil), ("", nil), ("description of it", nil), ("subtitel", "subtitle"), ("ti", nil),
    ] as [(String, String?)])
  func nearest(word: String, expected: String?) {
    let words = ["feedURL", "title", "subtitle", "isFeatured", "tags", "description"]
    #expect(Suggestion.nearest(to: word, among: words) == expected)
  }

  @Test("a very long word has no suggestion")
  func long() {
    #expect(Suggestion.nearest(to: String(repeating: "a", count: 1_000_000), among: ["a"]) == nil)
  }

  @Test("the same word in another case is nearer than one with another letter, wherever it stands")
  func order() {
    #expect(Suggestion.nearest(to: "tags", among: ["tag", "Tags"]) == "Tags")
    #expect(Suggestion.nearest(to: "tags", among: ["Tags", "tag"]) == "Tags")
  }
}
