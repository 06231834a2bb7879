import ConfigurationFile
import Diagnostics
import Testing

@Suite("configuration files")
struct ConfigurationTests {
  private static func rule(_ id: String, options: [RuleOption] = [], isConfigurable: Bool = true) -> Rule {
    Rule(
      id, .warning, .documented, "", why: "", source: "", remedy: "", bad: "", good: "", options: options,
      isConfigurable: isConfigurable)
  }

  private static let vocabulary = Vocabulary(
    policies: ["deploy", "client"], databases: ["public", "private"],
    rules: [
      rule("number-type"),
      rule(
        "index-bloat",
        options: [
          RuleOption("limit", "indexes a type may have", standard: .number(20)),
          RuleOption("names", "names of fields", standard: .words(["a"])),
        ]),
      rule("unknown-type", isConfigurable: false),
    ])

  private static func read(_ text: String) -> (configuration: Configuration, frames: String) {
    let source = SourceText(name: "c.yaml", text: text)
    let (configuration, diagnostics) = Configuration.read(source, vocabulary: vocabulary)
    return (configuration, diagnostics.map(CodeFrame(source).render).joined(separator: "\n"))
  }

  @Test("every key is read", arguments: ["", "\u{FEFF}", "# paths\r\n"])
  func keys(before: String) {
    let (configuration, frames) = Self.read(before + "schema: a/b.ckdb\ncontainer: \"c d.sqlite\"\n")
    #expect(frames == "")
    #expect(configuration.paths == [.schema: "a/b.ckdb", .container: "c d.sqlite"])
  }

  @Test("databases of record types are read, and mistakes are reported at their place")
  func databases() {
    let (configuration, frames) = Self.read("databases:\n  default: private\n  public: [Feed, \"Public*\"]\n")
    #expect(frames == "")
    #expect(configuration.databases.standard == "private")
    #expect(configuration.databases.patterns == ["public": ["Feed", "Public*"]])
    for (text, message) in [
      ("databases: private", "'databases' must be a mapping"), ("databases: {default: shared}", "must be one of"),
      ("databases: {public: Feed}", "'public' must be a list of record types"),
      ("databases: {pubic: [Feed]}", "unknown key 'pubic'"),
    ] {
      #expect(Self.read(text).frames.contains(message), "\(text)")
    }
  }

  @Test("policy, security, rules and their options are read")
  func settings() {
    let (configuration, frames) = Self.read(
      """
      policy: client
      security: true
      accepted: accepted.json
      queries: q.json
      rules:
        number-type: off
        index-bloat:
          severity: error
          limit: 30
          names: [title, "sub title"]
      """)
    #expect(frames == "")
    #expect(configuration.policy == "client" && configuration.security == true)
    #expect(configuration.paths == [.accepted: "accepted.json", .queries: "q.json"])
    #expect(configuration.rules["number-type"]?.severity == .some(nil))
    #expect(configuration.rules["index-bloat"]?.severity == .error)
    #expect(
      configuration.rules["index-bloat"]?.options == ["limit": .number(30), "names": .words(["title", "sub title"])])
  }

  @Test(
    "a mistake in a rule has a place and a remedy",
    arguments: [
      ("rules: [a]", "1:8", "'rules' must be a mapping", "write one line 'rule-id: severity' per rule"),
      ("rules: {nmber-type: off}", "1:9", "unknown rule 'nmber-type'", "did you mean number-type?"),
      ("rules: {xyz: off}", "1:9", "unknown rule 'xyz'", "the rules are index-bloat, number-type"),
      (
        "rules: {unknown-type: off}", "1:9", "'unknown-type' is always an error",
        "remove the line, and fix the findings of the rule"
      ),
      (
        "rules: {number-type: warnin}", "1:22", "'number-type' must be one of off, info, warning, error",
        "did you mean warning?"
      ),
      ("rules: {number-type: {limit: 1}}", "1:23", "unknown option 'limit'", "the options are severity"),
      ("rules: {number-type: {sevrity: off}}", "1:23", "unknown option 'sevrity'", "did you mean severity?"),
      (
        "rules: {index-bloat: {limit: -1}}", "1:30", "'limit' must be a whole number, 0 or more",
        "the option sets indexes a type may have"
      ),
      (
        "rules: {index-bloat: {names: a}}", "1:30", "'names' must be a list of words",
        "write [one, two]; the option sets names of fields"
      ),
      ("policy: strict", "1:9", "'policy' must be one of deploy, client", "write one of these values"),
      ("security: yes", "1:11", "'security' must be one of true, false", "write one of these values"),
    ])
  func ruleMistakes(text: String, place: String, message: String, help: String) {
    let lines = Self.read(text).frames.split(separator: "\n")
    #expect(lines.first?.hasPrefix("c.yaml:\(place): error: \(message) [") == true)
    #expect(lines.last == "   = \(help)")
  }

  @Test("an empty file is a valid configuration", arguments: ["", "\n", "# nothing\n", "---\n", "{}\n"])
  func nothing(text: String) {
    #expect(Self.read(text).frames == "")
    #expect(Self.read(text).configuration == Configuration())
  }

  @Test(
    "a mistake has a place and a remedy",
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
           = the keys are accepted, articles, contact, container, databases, policy, queries, rules, schema, security, truth
        """
      ),
      (
        "# é😀\nschema: [a]\n",
        """
        c.yaml:2:9: error: 'schema' must be a path [invalid-value]
         2 | schema: [a]
           |         ^
           = write a path, or remove the line
        """
      ),
      (
        "schema:\n",
        """
        c.yaml:1:8: error: 'schema' must be a path [invalid-value]
         1 | schema:
           |        ^
           = write a path, or remove the line
        """
      ),
      (
        "schema: 'a\n",
        """
        c.yaml:2:1: error: invalid YAML: found unexpected end of stream [yaml-syntax]
         2 |\u{20}
           | ^
        """
      ),
      (
        "schema: a\nschema: b\n",
        """
        c.yaml:1:1: error: duplicate key 'schema' [duplicate-key]
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
    "hostile files have errors and do not crash",
    arguments: [
      ("deep nesting", "[", 100_000), ("keys in keys", "a: ", 1000), ("a NUL", "\0", 1),
      ("other line ends", "\u{85}\u{2028}x: [", 1), ("too large", "x", 1 << 21), ("an alias in itself", "&a [*a]", 1),
      ("an alias of nothing", "a: &a [1]\nb: *b\n", 1), ("a mapping as a key", "? {a: b}\n: c\n", 1),
      ("a second byte that could end a line separator", "é: 1\n", 1),
    ])
  func hostile(name: String, part: String, count: Int) {
    #expect(!Self.read(String(repeating: part, count: count)).frames.isEmpty)
  }
}
