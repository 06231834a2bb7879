import Diagnostics
import Testing

@Suite("Joined texts")
struct JoinedTextsTests {
  @Test(
    "texts are joined as by the standard library",
    arguments: [
      [], [""], ["a"], ["a", "b"], ["", ""], ["e", "\u{301}", "é"], ["long enough for the heap", "", "b"],
    ])
  func joined(texts: [String]) {
    #expect(texts.joined() == texts[...].joined(separator: ""))
    for separator in ["", ", ", "\n"] {
      #expect(texts.joined(separator: separator) == texts[...].joined(separator: separator))
    }
  }
}
