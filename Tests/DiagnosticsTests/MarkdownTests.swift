import Diagnostics
import Testing

@Suite("Markdown")
struct MarkdownTests {
  @Test(
    "an escaped text mentions no user and refers to no issue",
    arguments: [
      ("@user", "@\u{200B}user"), ("a@@b", "a@\u{200B}@\u{200B}b"), ("octo/x#2", "octo/x\\#\u{200B}2"),
      ("# C# a", "\\# C\\# a"), ("&#64;user", "&amp;\\#\u{200B}64;user"),
    ])
  func escaped(text: String, expected: String) {
    #expect(Markdown.escaped(text) == expected)
  }

  @Test("a title of a commit closes no issue and mentions no user")
  func unlinked() {
    #expect(Markdown.unlinked("Fixes #1, C# @a") == "Fixes #\u{200B}1, C# @\u{200B}a")
    #expect(
      Markdown.unlinked("gh-7, https://h.example/o/r/issues/7 2026-11-21")
        == "gh-\u{200B}7, https://h.example/o/r/issues/\u{200B}7 2026-11-21")
  }

  @Test(
    "a label has backslashes only where Markdown needs them, and is read as the text",
    arguments: [
      ("Tom & Jerry (2) - C#!", "Tom & Jerry (2) - C#!"), ("a_b [x] *y* &amp; z", "a\\_b \\[x\\] \\*y\\* \\&amp; z"),
      ("<b>`c`\\", "\\<b>\\`c\\`\\\\"), ("&#64;a &c", "\\&#64;a &c"),
    ])
  func label(text: String, expected: String) {
    #expect(Markdown.label(text) == expected)
    #expect(Markdown.text(ofLabel: expected) == text)
  }

  @Test("entities and escapes of a label are its characters")
  func text() {
    #expect(Markdown.text(ofLabel: "foo\\_bar \\[x\\] \\*y\\* &amp; z &copy; \\q") == "foo_bar [x] *y* & z &copy; \\q")
  }

  @Test(
    "code spans of a sentence stay, unless one of their marks is missing",
    arguments: [
      ("Keep `a_b INT64` in T_1.", "Keep `a_b INT64` in T\\_1."), ("a ` b", "a \\` b"), ("`x`", "`x`"),
    ])
  func code(sentence: String, expected: String) {
    #expect(Markdown.escaped(keepingCode: sentence) == expected)
  }
}
