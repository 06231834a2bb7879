import Notation
import Testing

@Suite("ASCII")
struct ASCIITests {
  @Test(
    "a text matches at an offset, ignoring case, and not beyond the end",
    arguments: [
      ("<CDATA>", "cdata", 1, true), ("<CDATA>", "cdata", 0, false), ("<CDAT", "cdata", 1, false),
      ("cdata", "cdata", 0, true), ("cdata", "cdata", -1, false), ("", "a", 0, false),
    ])
  func matches(bytes: String, text: String, start: Int, expected: Bool) {
    let bytes = Array(bytes.utf8)
    #expect((text == "a" ? bytes.matches("a", at: start) : bytes.matches("cdata", at: start)) == expected)
  }
}
