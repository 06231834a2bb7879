import Diagnostics
import Testing

@Suite("Unified differences")
struct UnifiedDiffTests {
  private static func diff(_ old: String, _ new: String) -> String {
    UnifiedDiff.text(from: SourceText(name: "old", text: old), to: SourceText(name: "new", text: new))
  }

  private static func lines(_ words: String) -> String {
    words.split(separator: " ").map { $0 + "\n" }.joined()
  }

  @Test("equal texts have no differences", arguments: ["", "a\n", "a"])
  func none(text: String) {
    #expect(Self.diff(text, text).isEmpty)
  }

  @Test(
    "hunks have three lines of context, and near changes share a hunk",
    arguments: [
      ("a b c", "a x c", "@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n"),
      ("", "a", "@@ -0,0 +1 @@\n+a\n"),
      ("a", "", "@@ -1 +0,0 @@\n-a\n"),
      ("a b c d e f g h i", "a b c d e f g h x", "@@ -6,4 +6,4 @@\n f\n g\n h\n-i\n+x\n"),
      (
        "a b c d e f g h i j", "x b c d e f g h i y",
        "@@ -1,4 +1,4 @@\n-a\n+x\n b\n c\n d\n@@ -7,4 +7,4 @@\n g\n h\n i\n-j\n+y\n"
      ),
      (
        "a b c d e f g h i", "x b c d e f g h y",
        "@@ -1,4 +1,4 @@\n-a\n+x\n b\n c\n d\n@@ -6,4 +6,4 @@\n f\n g\n h\n-i\n+y\n"
      ),
      ("a b c d e f g h", "x b c d e f g y", "@@ -1,8 +1,8 @@\n-a\n+x\n b\n c\n d\n e\n f\n g\n-h\n+y\n"),
      ("a a b a a", "a a a a", "@@ -1,5 +1,4 @@\n a\n a\n-b\n a\n a\n"),
    ])
  func hunks(old: String, new: String, expected: String) {
    #expect(Self.diff(Self.lines(old), Self.lines(new)) == "--- old\n+++ new\n" + expected)
  }

  @Test("a missing final newline is marked, and a CR is a difference")
  func lineEnds() {
    #expect(
      Self.diff("a", "a\n") == "--- old\n+++ new\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n")
    #expect(Self.diff("a\r\n", "a\n") == "--- old\n+++ new\n@@ -1 +1 @@\n-a\r\n+a\n")
  }

  @Test("100,000 changed or repeated lines are compared quickly")
  func large() {
    let old = (0..<100_000).map { "old \($0 % 7)\n" }.joined()
    let new = (0..<100_000).map { "new \($0 % 5)\n" }.joined()
    #expect(Self.diff(old, new).utf8.count > old.utf8.count)
    #expect(Self.diff(old, old + "x\n").contains("\n+x\n"))
  }
}
