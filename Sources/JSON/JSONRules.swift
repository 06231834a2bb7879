package import Diagnostics

/// The rules for the syntax of any JSON file.
package enum JSONRules {
  /// The documentation of each rule in the catalog, by ID.
  package static let all: [RuleDocumentation] = [
    rule(
      "empty-value", "a value that must say something is null or blank", "Write the value.",
      bad: #"{"name": ""}"#, good: #"{"name": "feeds"}"#),
    rule(
      "json-comma", "a comma is missing, or stands where none may",
      "Add it or remove it; the rest is read nevertheless.",
      bad: #"{"queries": [],}"#, good: #"{"queries": []}"#),
    rule(
      "json-depth", "values are nested deeper than any file of ours", "Check that it is the file that was meant.",
      bad: #"[[[[…]]]]"#, good: #"{"queries": []}"#),
    rule(
      "json-repeated-key", "a key stands twice in one object", "Keep one: the first is what is read.",
      bad: #"{"name": "a", "name": "b"}"#, good: #"{"name": "a"}"#),
    rule(
      "json-size", "the file is larger than what is read", "Check that it is the file that was meant.",
      bad: "(512 MB of anything)", good: #"{"queries": []}"#),
    rule(
      "json-syntax", "the text does not follow the grammar of JSON", "Write it as RFC 8259 has it.",
      bad: #"{'queries': []}"#, good: #"{"queries": []}"#),
    rule(
      "json-type", "a value is of another type than its place needs", "Write a value of the type the message names.",
      bad: #"{"queries": 1}"#, good: #"{"queries": []}"#),
    rule(
      "missing-key", "an object lacks a key it cannot do without", "Add the key.", bad: "{}",
      good: #"{"queries": []}"#),
    rule(
      "not-utf8", "the file is not UTF-8", "Save it as UTF-8.", bad: "{\"name\": \"caf\u{FFFD}\"}",
      good: #"{"name": "café"}"#),
    rule(
      "refused-key", "a key names what such a file cannot set", "Remove it.", bad: #"{"qualityScore": 100}"#,
      good: "{}"),
    rule(
      "unknown-key", "a key is not known", "Write a key that is known, or remove it.", bad: #"{"querys": []}"#,
      good: #"{"queries": []}"#),
  ]

  private static func rule(
    _ id: String, _ summary: String, _ remedy: String, bad: String, good: String
  ) -> RuleDocumentation {
    RuleDocumentation(
      id: id, summary: summary, severity: .error, evidence: .documented,
      why: "What is not read cannot be gone by, and half of a file may say the opposite of the whole.",
      source: "RFC 8259; the JSON Schemas beside the files", remedy: remedy, bad: bad, good: good)
  }
}
