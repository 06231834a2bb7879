import ConfigurationFile
import Diagnostics
import Testing

@Suite("configuration files")
struct ConfigurationTests {
  private static func read(_ text: String) -> (configuration: Configuration, frames: String) {
    let source = SourceText(name: "c.yaml", text: text)
    let (configuration, diagnostics) = Configuration.read(source)
    return (configuration, diagnostics.map(CodeFrame(source).render).joined(separator: "\n"))
  }

  @Test("every key is read", arguments: ["", "\u{FEFF}", "# paths\r\n"])
  func keys(before: String) {
    let (configuration, frames) = Self.read(before + "schema: a/b.ckdb\ncontainer: \"c d.sqlite\"\n")
    #expect(frames == "")
    #expect(configuration.schema == "a/b.ckdb")
    #expect(configuration.container == "c d.sqlite")
  }

  @Test("a file that says nothing is a configuration", arguments: ["", "\n", "# nothing\n", "---\n", "{}\n"])
  func nothing(text: String) {
    #expect(Self.read(text).frames == "")
    #expect(Self.read(text).configuration == Configuration())
  }

  @Test(
    "a mistake has its place and what to do",
    arguments: [
      (
        "schema: a\nkontainer: b\n",
        """
        c.yaml:2:1: error: unknown key 'kontainer' [unknown-key]
         2 | kontainer: b
           | ^~~~~~~~~
           = did you mean container?
        """
      ),
      (
        "something: b\n",
        """
        c.yaml:1:1: error: unknown key 'something' [unknown-key]
         1 | something: b
           | ^~~~~~~~~
           = the keys are container, schema
        """
      ),
      (
        "# é😀\nschema: [a]\n",
        """
        c.yaml:2:9: error: 'schema' is to be a path [invalid-value]
         2 | schema: [a]
           |         ^
           = name a file, or leave it out
        """
      ),
      (
        "schema:\n",
        """
        c.yaml:1:8: error: 'schema' is to be a path [invalid-value]
         1 | schema:
           |        ^
           = name a file, or leave it out
        """
      ),
      (
        "schema: 'a\n",
        """
        c.yaml:2:1: error: this is not YAML: found unexpected end of stream [yaml-syntax]
         2 |\u{20}
           | ^
        """
      ),
      (
        "schema: a\nschema: b\n",
        """
        c.yaml:1:1: error: a mapping has 'schema' twice [duplicate-key]
         1 | schema: a
           | ^
           = keep one
        """
      ),
      (
        "- a\n",
        """
        c.yaml:1:1: error: the file is not a mapping [yaml-syntax]
         1 | - a
           | ^
           = write 'key: value' lines
        """
      ),
    ])
  func mistakes(text: String, expected: String) {
    #expect(Self.read(text).frames == expected)
  }

  @Test(
    "hostile files are mistakes, not crashes",
    arguments: [
      ("deep nesting", "[", 100_000), ("keys in keys", "a: ", 1000), ("a NUL", "\0", 1),
      ("other line ends", "\u{85}\u{2028}x: [", 1), ("too large", "x", 1 << 21), ("an alias in itself", "&a [*a]", 1),
      ("an alias of nothing", "a: &a [1]\nb: *b\n", 1), ("a mapping as a key", "? {a: b}\n: c\n", 1),
    ])
  func hostile(name: String, part: String, count: Int) {
    #expect(!Self.read(String(repeating: part, count: count)).frames.isEmpty)
  }
}
