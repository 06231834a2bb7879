package import Diagnostics

/// What can be wrong with a configuration file.
package enum ConfigurationRules {
  /// What the catalogue says of each, by id; a key that is not known is the same mistake as in JSON.
  package static let all: [RuleDocumentation] = [
    rule(
      "duplicate-key", "a mapping has a key twice", "Keep one.", bad: "schema: a.ckdb\nschema: b.ckdb",
      good: "schema: a.ckdb"),
    rule(
      "invalid-value", "a setting cannot have this value", "Write a value the message names.", bad: "policy: strict",
      good: "policy: client"),
    rule(
      "yaml-syntax", "the file is not YAML, or not a mapping", "Write 'key: value' lines in UTF-8.", bad: "schema: 'a",
      good: "schema: 'a.ckdb'"),
  ]

  private static func rule(
    _ id: String, _ summary: String, _ remedy: String, bad: String, good: String
  ) -> RuleDocumentation {
    RuleDocumentation(
      id: id, summary: summary, severity: .error, evidence: .documented,
      why: "A setting that is passed over would let a run pass that was meant to fail.",
      source: "YAML 1.1 as libyaml reads it; README.md, Configuration", remedy: remedy, bad: bad, good: good)
  }
}
