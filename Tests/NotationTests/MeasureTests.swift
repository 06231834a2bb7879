import Notation
import Testing

@Suite("Lengths of time and percentages")
struct MeasureTests {
  @Test(
    "a length of time is a number and a unit",
    arguments: [
      ("80ms", .milliseconds(80)), ("0.5s", .milliseconds(500)), ("30s", .seconds(30)), ("15m", .seconds(900)),
      ("2h", .seconds(7200)), ("7d", .seconds(604_800)), ("0s", .zero), ("30", nil), ("-1s", nil), ("s", nil),
      ("nans", nil), ("infs", nil), ("367d", nil), ("1 s", nil), ("", nil),
    ] as [(String, Duration?)])
  func spans(text: String, expected: Duration?) {
    #expect(TimeSpan(text)?.duration == expected)
  }

  @Test(
    "a percentage is from 0 to 100, with or without its sign",
    arguments: [
      ("5%", 0.05), ("5", 0.05), ("0", 0), ("100%", 1), ("12.5 %", nil), ("101", nil), ("-1", nil), ("nan", nil),
      ("%", nil),
    ] as [(String, Double?)])
  func percentages(text: String, expected: Double?) {
    #expect(Percentage(text)?.share == expected)
  }

  @Test("a percentage is shown with at most one decimal place", arguments: [(0.05, "5%"), (0.1234, "12.3%")])
  func shown(share: Double, text: String) { #expect("\(Percentage(share: share))" == text) }
}

@Suite("Characters and folded names")
struct CharacterTests {
  @Test(
    "names that differ in case, width, and punctuation have the same words",
    arguments: ["Web Development", "web-development", "ＷＥＢ  Development", "web – development!"])
  func folded(name: String) { #expect(name.foldedWords == ["web", "development"]) }

  @Test("symbols are part of a name, but no punctuation", arguments: [("🎧 Audio", ["🎧", "audio"]), ("…", [])])
  func symbols(name: String, words: [Substring]) { #expect(name.foldedWords == words) }
}
