package import Diagnostics

package enum ConfigurationRules {
  /// The documentation of the rules, sorted by id. The rule for unknown keys is the one for JSON.
  package static let all: [Rule] = [
    rule(
      "duplicate-key", "a mapping has duplicate keys", "Keep one.", bad: "schema: a.ckdb\nschema: b.ckdb",
      good: "schema: a.ckdb"),
    rule(
      "invalid-value", "a setting has an invalid value", "Write one of the values in the message.",
      bad: "policy: strict",
      good: "policy: client"),
    rule(
      "yaml-syntax", "the file is not YAML, or not a mapping", "Write 'key: value' lines in UTF-8.", bad: "schema: 'a",
      good: "schema: 'a.ckdb'"),
  ]

  private static func rule(
    _ id: String, _ summary: String, _ remedy: String, bad: String, good: String
  ) -> Rule {
    Rule(
      id, .error, .documented, summary, why: "A run could pass that should fail if invalid settings were ignored.",
      source: "YAML 1.1 as libyaml reads it; .github/docs/schema.md, Configuration", remedy: remedy, bad: bad,
      good: good, scope: .configuration)
  }
}
